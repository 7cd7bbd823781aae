import { PageHead } from "../base/page-head";

/** What the link of a board shows after its delivery. */
export function OpenedBoard({ title, hostName }: { title: string; hostName: string }) {
  return (
    <PageHead
      title={title}
      kicker="This board has been opened"
      lede={
        <>
          Whoever left an e-mail address was sent the way to it. If you did not, ask <bdi>{hostName || "the host"}</bdi>{" "}
          to show it to you.
        </>
      }
    />
  );
}
