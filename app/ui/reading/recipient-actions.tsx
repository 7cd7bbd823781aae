export type RecipientActionsData = {
  link: string;
  /** See `ShownContact`. */
  sentTo: string;
  senderName: string;
  /** Whether it went to its sender, who can neither decline nor block it. */
  isToSender: boolean;
  /** The chosen day of a reminder, in words. */
  remindOn: string | null;
  isDeclined: boolean;
  /** Undefined where it is unknown. */
  isBlocked?: boolean;
};

export function RecipientActions({
  link,
  sentTo,
  senderName,
  isToSender,
  remindOn,
  isDeclined,
  isBlocked = false,
  label,
}: RecipientActionsData & { label: string }) {
  const isReminded = remindOn !== null && !isBlocked;
  return (
    <nav className="recipient-actions" aria-label={label}>
      {isBlocked && (
        <p>
          You blocked <span dir="auto">{senderName}</span>: you won’t get anything more from them at <bdi>{sentTo}</bdi>
          .
        </p>
      )}
      {isDeclined && <p>You said this isn’t for you: we won’t write to you about it again.</p>}
      {isReminded && <p>We’ll remind you on {remindOn}.</p>}
      <ul>
        {!isBlocked && (
          <li>
            <a href={`/open/${link}/later`}>{isReminded ? "Choose another day" : "Remind me later"}</a>
          </li>
        )}
        {!isToSender && (
          <>
            <li>
              <a href={`/open/${link}/decline`}>{isDeclined ? "It’s for me after all" : "This is not for me"}</a>
            </li>
            <li>
              <a href={`/open/${link}/block`}>
                {isBlocked ? "Unblock" : "Block"} <span dir="auto">{senderName}</span>
              </a>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}
