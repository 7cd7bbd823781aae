import { useState } from "react";
import { Columns } from "../base/columns";
import { Banner } from "./banner";
import type { DashboardData } from "./dashboard-data";
import { FirstVault } from "./first-vault";
import { MemoryMoment } from "./memory-moment";
import { MovingThread } from "./moving-thread";
import { NewlyReceived, ReceivedBefore } from "./received";
import { RecentActivity } from "./recent-activity";
import { Thought } from "./thought";
import { hasToDo, ToDo } from "./to-do";
import { Vaults } from "./vaults";

export type { DashboardData };

export function DashboardPage(data: Parameters<typeof Vaults>[0] & DashboardData) {
  const [isStopped, setStopped] = useState(false);
  const hasVaults = data.pending + data.delivered + data.drafts.length > 0;
  const arrived = data.received.filter((vault) => !vault.isOpened);
  const before = data.received.filter((vault) => vault.isOpened);
  const quietThings = (
    <>
      <MemoryMoment moment={data.moment} />
      <Thought {...data.thought} />
    </>
  );
  const isToDo = hasToDo(data);
  return (
    <>
      <Banner {...data} isStopped={isStopped} onStop={setStopped} />
      {(arrived.length > 0 || isToDo) && (
        <div className="first-things">
          <NewlyReceived vaults={arrived} />
          {isToDo && <ToDo {...data} />}
        </div>
      )}
      {data.comingUp.length > 0 && <MovingThread items={data.comingUp} isStopped={isStopped} />}
      {hasVaults ? <Vaults {...data} /> : <FirstVault />}
      {data.recent.length + before.length > 0 ? (
        <Columns aside={quietThings}>
          <RecentActivity vaults={data.recent} />
          <ReceivedBefore vaults={before} />
        </Columns>
      ) : (
        quietThings
      )}
    </>
  );
}
