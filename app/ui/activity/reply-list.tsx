import { ButtonLink } from "../base/button";
import type { ReplyItem } from "./activity-data";

export function ReplyList({ items }: { items: ReplyItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="activity" aria-label="Replies">
      <h2 className="visually-hidden">Replies</h2>
      <ul className="activity-list">
        {items.map(({ id, fromName, title, beginning, when, conversation, original }) => (
          <li key={id} data-item="">
            <div className="entry-words">
              <h3>
                <a href={conversation} dir="auto">
                  {fromName}
                </a>
              </h3>
              <p className="small">
                About <span dir="auto">“{title}”</span>
              </p>
              <p dir="auto">{beginning || "No words: see what came with it."}</p>
              <p>{when}</p>
            </div>
            <div className="actions">
              <ButtonLink variant="quiet" href={`${conversation}#reply`}>
                Reply<span className="visually-hidden"> to {fromName}</span>
              </ButtonLink>
              <ButtonLink variant="quiet" href={original}>
                See Original<span className="visually-hidden"> “{title}”</span>
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
