import { Badge, type BadgeTone } from "../base/badge";
import { Stamp } from "../base/stamp";
import { LazyPhoto } from "./lazy-photo";
import type { SlipData } from "./timeline-data";

const TONES: Partial<Record<SlipData["state"], BadgeTone>> = {
  sealed: "glow",
  delivering: "glow",
  delivered: "good",
  held: "bad",
};

export function Slip({ vault }: { vault: SlipData }) {
  const { isReceived, isNew, cover } = vault;
  return (
    <article className={isReceived ? "slip slip-received" : "slip"}>
      <span className="slip-stamp">
        <Stamp kind={vault.kind} /> {cover && <LazyPhoto src={`/media/${cover.id}?width=480`} alt={cover.altText} />}
      </span>
      <div className="slip-words">
        <h3>
          <a href={`/memories/${vault.id}`} dir="auto">
            {vault.title}
          </a>
        </h3>
        <p className="small" dir="auto">
          {vault.line}
        </p>
      </div>
      <p className="slip-when small">
        {vault.day}{" "}
        <span>
          {isNew && <Badge tone="good">New</Badge>}{" "}
          <Badge tone={isReceived ? "glow" : TONES[vault.state]}>{vault.badge}</Badge>
        </span>
      </p>
    </article>
  );
}
