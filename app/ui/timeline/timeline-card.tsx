import { Badge } from "../base/badge";
import { Stamp } from "../base/stamp";
import { BADGE_TONES } from "../vault/vault-card";
import { LazyPhoto } from "./lazy-photo";
import type { TimelineCardData } from "./timeline-data";

export function TimelineCard({ vault }: { vault: TimelineCardData }) {
  const { isReceived, isNew, cover } = vault;
  return (
    <article className={isReceived ? "timeline-card timeline-card-received" : "timeline-card"}>
      <span className="timeline-card-stamp">
        <Stamp kind={vault.kind} /> {cover && <LazyPhoto src={`/media/${cover.id}?width=480`} alt={cover.altText} />}
      </span>
      <div className="entry-words">
        <h3>
          <a href={`/memories/${vault.id}`} dir="auto">
            {vault.title}
          </a>
        </h3>
        <p className="small" dir="auto">
          {vault.line}
        </p>
      </div>
      <p className="timeline-card-when small">
        {vault.day}{" "}
        <span>
          {isNew && <Badge tone="good">New</Badge>}{" "}
          <Badge tone={isReceived ? "glow" : BADGE_TONES[vault.state]}>{vault.badge}</Badge>
        </span>
      </p>
    </article>
  );
}
