import { findPlan, type PlanId } from "~/domain/account/plans";
import { Mark } from "../base/mark";
import { PageHead } from "../base/page-head";

/** Quiet zone around a QR code, in modules (ISO/IEC 18004). */
const QUIET = 4;

type Props = {
  planId: PlanId;
  giverName: string;
  recipientName: string;
  recipientEmail: string;
  /** Null once the gift is claimed. */
  card: { url: string; qr: { size: number; path: string } } | null;
};

export function GiftCardPage({ planId, giverName, recipientName, recipientEmail, card }: Props) {
  const { name, vaultLimit } = findPlan(planId);
  return (
    <>
      <PageHead
        title={
          <>
            Your gift for <span dir="auto">{recipientName}</span>
          </>
        }
        lede={
          card ? (
            <>
              We’re emailing the link to <span dir="auto">{recipientEmail}</span>. Would you like to hand over
              something, too? Print this page.
            </>
          ) : (
            `The plan ${name} has been claimed.`
          )
        }
        back={{ href: "/settings/billing", label: "Billing" }}
      />
      {card && (
        <article className="claim-card" aria-label="The gift card">
          <p className="logo">
            <Mark />
            <span>Amberkeep</span>
          </p>
          <h2>
            Room for {vaultLimit} letters, for <span dir="auto">{recipientName}</span>
          </h2>
          <p>
            From <span dir="auto">{giverName}</span>. Write now, choose the day, and each letter reaches the person you
            choose, even decades from now.
          </p>
          <div className="claim-way">
            <GiftCode {...card.qr} />
            <ol>
              <li>Scan the code with your phone.</li>
              <li>Sign up, or log in.</li>
              <li>Claim your gift. It’s paid for, and nothing renews.</li>
            </ol>
          </div>
          <p className="claim-foot">
            Anyone with this card can claim the gift once: <span className="claim-address">{card.url}</span>
          </p>
        </article>
      )}
    </>
  );
}

function GiftCode({ size, path }: { size: number; path: string }) {
  const edge = size + 2 * QUIET;
  return (
    <svg
      className="claim-qr"
      viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="The link of the gift, to be scanned"
    >
      <path d={`M${-QUIET} ${-QUIET}h${edge}v${edge}h-${edge}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
