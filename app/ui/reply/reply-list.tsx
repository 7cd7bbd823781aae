import type { MediaItem } from "~/domain/access/media-item";
import { classNames } from "../base/class-names";
import { LetterText } from "../base/letter-text";
import { MediaFigures } from "../vault/media-figures";

export type ReplyData = {
  id: string;
  isOwn: boolean;
  from: string;
  /** As shown, and as an ISO 8601 instant. */
  on: string;
  dateTime: string;
  text: string;
  media: MediaItem[];
};

/** Oldest first. */
export function Replies({ replies }: { replies: ReplyData[] }) {
  return (
    <ol className="replies">
      {replies.map(({ id, isOwn, from, on, dateTime, text, media }) => (
        <li key={id} className={classNames("reply", isOwn && "reply-own")}>
          <p className="reply-from">
            <strong dir="auto">{from}</strong>, <time dateTime={dateTime}>{on}</time>
          </p>
          {text && <LetterText text={text} />}
          <MediaFigures items={media} />
        </li>
      ))}
    </ol>
  );
}
