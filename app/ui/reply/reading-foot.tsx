import { ButtonLink } from "../base/button";
import { Replies, type ReplyData } from "./reply-list";

export type ReadingFootProps = {
  conversation: {
    href: string;
    canWrite: boolean;
    senderName: string;
    replies: ReplyData[];
    hasEarlier: boolean;
  } | null;
  /** Null where the vault cannot be shared. */
  shareHref: string | null;
  /** Null except for recipients of a board. */
  thanksHref: string | null;
};

export function ReadingFoot({ conversation, shareHref, thanksHref }: ReadingFootProps) {
  const hasReplies = conversation !== null && conversation.replies.length > 0;
  if (!hasReplies && !conversation?.canWrite && !shareHref && !thanksHref) return null;
  return (
    <section className="reading-foot" id="replies" aria-label="Replies">
      {hasReplies && (
        <>
          <h2>What you wrote to each other</h2>
          {conversation.hasEarlier && (
            <p>
              <a href={conversation.href}>Earlier replies</a>
            </p>
          )}
          <Replies replies={conversation.replies} />
        </>
      )}
      <p className="actions">
        {thanksHref && (
          <ButtonLink variant="secondary" href={thanksHref}>
            Thank everyone
          </ButtonLink>
        )}{" "}
        {conversation?.canWrite && (
          <ButtonLink variant="secondary" href={`${conversation.href}#reply`}>
            <span>
              <span>
                Write to <bdi>{conversation.senderName}</bdi>
              </span>
            </span>
          </ButtonLink>
        )}{" "}
        {shareHref && (
          <ButtonLink variant="quiet" href={shareHref}>
            Share
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
