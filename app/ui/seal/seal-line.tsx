import { Notice } from "../base/notice";
import { Seal } from "../base/seal";

export type SealLineData = {
  note: string;
  isUnchanged: boolean;
  certificateHref: string;
};

/** When a letter was sealed, whether it is unchanged, and its certificate. */
export function SealLine({ note, isUnchanged, certificateHref }: SealLineData) {
  const words = (
    <p>
      {note}{" "}
      <a href={certificateHref} download>
        Seal certificate
      </a>{" "}
      <a href="/verify">Check it</a>
    </p>
  );
  return (
    <aside className="seal-line" aria-label="Its seal">
      {isUnchanged ? (
        <>
          <Seal />
          {words}
        </>
      ) : (
        <Notice kind="error" title="The seal does not match">
          {words}
        </Notice>
      )}
    </aside>
  );
}
