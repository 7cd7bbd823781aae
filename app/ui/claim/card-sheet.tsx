import { Mark } from "../base/mark";
import { QrCode } from "../base/qr-code";

export type Sheet = {
  /** Groups of four characters. */
  groups: string[];
  /** URL of the form, without `https://`. */
  url: string;
  qr: { size: number; path: string };
  /** Null unless the sender lets the card show it. */
  day: string | null;
};

/** Shows nothing of the vault's content. */
export function CardSheet({ groups, url, qr, day, isOpen }: Sheet & { isOpen: boolean }) {
  return (
    <article className="claim-card" aria-label="The claim card">
      <p className="logo">
        <Mark />
        <span>Amberkeep</span>
      </p>
      <h2>Something is kept for you</h2>
      <p className="claim-for">
        <span>For</span>
      </p>
      <p>
        {isOpen ? (
          "You can open it now."
        ) : day ? (
          <>
            It opens on <strong>{day}</strong>.
          </>
        ) : (
          "It opens when its day comes."
        )}
      </p>
      <div className="claim-way">
        <QrCode qr={qr} className="claim-qr" label="The address and the code, to be scanned" />
        <ol>
          {!isOpen && <li>Wait for the day.</li>}
          <li>
            Scan the code with your phone, or go to <strong className="claim-address">{url}</strong>
          </li>
          <li>Enter the code if it isn’t filled in.</li>
        </ol>
      </div>
      <p className="claim-code" translate="no">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be alike
          <span key={index}>{group}</span>
        ))}
      </p>
      <p className="claim-foot">
        Keep this card like a key: anyone who has it can open what’s kept for you. The code never has a 0 or a 1, or the
        letters O and I.
      </p>
    </article>
  );
}
