/** The way out of every letter: what its recipient may say to it, before they read it and after. */
export type Say = {
  link: string;
  senderName: string;
  /** Whether it is their own letter: then there is nobody to refuse. */
  isToSender: boolean;
  /** The day on which they wanted to be reminded, in full. */
  remindOn: string | null;
  /** Whether they take nothing more from the sender; said where it is known. */
  isBlocked?: boolean;
};

export function RecipientsSay({
  link,
  senderName,
  isToSender,
  remindOn,
  isBlocked = false,
  label,
}: Say & { label: string }) {
  return (
    <nav className="say" aria-label={label}>
      {isBlocked && (
        <p>
          You blocked <span dir="auto">{senderName}</span>: nothing more comes from them to you.
        </p>
      )}
      {remindOn && <p>We will remind you on {remindOn}.</p>}
      <ul>
        <li>
          <a href={`/open/${link}/later`}>{remindOn ? "Choose another day" : "Remind me later"}</a>
        </li>
        {!isToSender && (
          <>
            <li>
              <a href={`/open/${link}/decline`}>This is not for me</a>
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
