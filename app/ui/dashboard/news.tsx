import type { ReactNode } from "react";
import { guestsInWords, newPieces } from "~/domain/board/new-pieces";
import { Badge } from "../base/badge";
import { Card } from "../base/card";
import type { DashboardData } from "./dashboard-data";

const BADGES = { opened: "Opened", replied: "New reply", added: "New", arrived: "Delivered" };

/** Recent events of a sender's vaults, newest first. */
export function WhatsNew({ news }: Pick<DashboardData, "news">) {
  if (news.length === 0) return null;
  return (
    <Card title="What’s new">
      <ul className="rows">
        {news.map((one) => (
          <li key={`${one.kind} ${one.vaultId} ${"name" in one ? one.name : ""}`}>
            <a
              className="row-link"
              href={one.kind === "replied" ? `/memories/${one.vaultId}/replies` : `/memories/${one.vaultId}`}
            >
              <span>{inWords(one)}</span>
            </a>{" "}
            <span className="small">
              {one.when} <Badge tone="good">{BADGES[one.kind]}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function inWords(news: DashboardData["news"][number]): ReactNode {
  const title = (
    <>
      “<bdi>{news.title}</bdi>”
    </>
  );
  if (news.kind === "arrived") return <>{title} has arrived</>;
  if (news.kind === "added") {
    return (
      <>
        {newPieces(news.pieces)} on {title} from {guestsInWords(news.guestNames)}
      </>
    );
  }
  return (
    <>
      <bdi>{news.name}</bdi> {news.kind === "opened" ? "opened" : "wrote back about"} {title}
    </>
  );
}
