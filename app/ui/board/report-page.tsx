import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { RefusalNotice } from "../base/refusal-notice";
import { TellUs } from "../contact/tell-us";

export type ReportPageProps = { postId: string; author: string; back: string };

export function ReportPage({ postId, author, back, result }: ReportPageProps & { result: unknown }) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm
        title="Report this piece?"
        confirm={<Button>Report it</Button>}
        cancel={{ href: back, label: "Go back" }}
      >
        <p>
          If the piece from <bdi>{author}</bdi> shouldn’t be on this board, tell the host. They’ll look at it and can
          hide it. Nobody learns who reported it.
        </p>
        <TellUs reference={postId} />
      </Confirm>
    </>
  );
}
