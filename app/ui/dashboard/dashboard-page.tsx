import { useState } from "react";
import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { Columns } from "../base/columns";
import { Banner } from "./banner";
import type { DashboardData } from "./dashboard-data";
import { EmptyFront } from "./empty-front";
import { hasVaults } from "./has-vaults";
import { MovingThread } from "./moving-thread";
import { WhatsNew } from "./news";
import { NewlyReceived, ReceivedBefore } from "./received";
import { hasToDo, ToDo } from "./to-do";
import { Vaults } from "./vaults";

export type { DashboardData };

export function DashboardPage(data: Parameters<typeof Vaults>[0] & DashboardData) {
  const [isStopped, setStopped] = useState(false);
  const isBegun = hasVaults(data);
  const arrived = data.received.filter((vault) => !vault.isOpened);
  const before = data.received.filter((vault) => vault.isOpened);
  const moments = (
    <>
      <MemoryMoment moment={data.moment} />
      <QuoteAndSuggestion {...data.thought} />
    </>
  );
  const isToDo = hasToDo(data);
  const attention = (arrived.length > 0 || isToDo || data.news.length > 0) && (
    <div className="first-things">
      <NewlyReceived vaults={arrived} hasMore={data.hasMoreReceived && before.length === 0} />
      <WhatsNew news={data.news} />
      {isToDo && <ToDo {...data} />}
    </div>
  );
  return (
    <>
      <Banner {...data} isStopped={isStopped} onStop={setStopped} />
      {isBegun && attention}
      {data.comingUp.length > 0 && <MovingThread items={data.comingUp} isStopped={isStopped} />}
      {isBegun ? <Vaults {...data} /> : <FirstVault />}
      {!isBegun && attention}
      {data.recent.length + before.length > 0 ? (
        <Columns aside={moments}>
          <RecentActivity vaults={data.recent} />
          <ReceivedBefore vaults={before} hasMore={data.hasMoreReceived} />
        </Columns>
      ) : (
        moments
      )}
    </>
  );
}

/** A vault created around this day a year ago. */
function MemoryMoment({ moment }: { moment: { id: string; title: string; to: string } | null }) {
  if (!moment) return null;
  const { id, title, to } = moment;
  return (
    <Card tone="glow" title="Memory Moment">
      <p>A year ago you kept</p>
      <p className="when">
        <a href={`/memories/${id}`} dir="auto">
          {title}
        </a>
      </p>
      <p className="small" dir="auto">
        {to}
      </p>
    </Card>
  );
}

function RecentActivity({ vaults }: { vaults: { id: string; title: string; when: string }[] }) {
  if (vaults.length === 0) return null;
  return (
    <Card title="Recent Activity">
      <ul className="rows">
        {vaults.map((vault) => (
          <li key={vault.id}>
            <a className="row-link" href={`/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>{" "}
            <span className="small">{vault.when}</span>
          </li>
        ))}
      </ul>
      <p>
        <a className="row-link" href="/activity">
          View All
        </a>
      </p>
    </Card>
  );
}

function QuoteAndSuggestion({ quote, suggestion }: { quote: string; suggestion: string }) {
  return (
    <Card title="A thought for today">
      <p className="quote">“{quote}”</p>
      <p>{suggestion}</p>
      <p>
        <a className="row-link" href="/create">
          Write it down
        </a>
      </p>
    </Card>
  );
}

function FirstVault() {
  return (
    <section aria-labelledby="your-vault" className="vaults">
      <h2 id="your-vault">Your Vault</h2>
      <div className="empty-state first-vault">
        <EmptyFront />
        <h3>Your First Vault Is Free</h3>
        <p className="lede">Write to someone, choose the day, and it arrives.</p>
        <ButtonLink size="form" href="/create">
          Create A Vault Now
        </ButtonLink>
      </div>
    </section>
  );
}
