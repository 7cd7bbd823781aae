import { PageHead } from "../base/page-head";
import { InviteQr } from "./invite-qr";

const CARDS = [1, 2, 3, 4, 5, 6];
/** In characters, of a title in large type on a printed card. */
const LARGE = 60;

type CardsPageProps = { title: string; url: string; opensOn: string; back: string };

/** Six table cards, which fit on a sheet of A4 and of US Letter. */
export function CardsPage({ title, url, opensOn, back }: CardsPageProps) {
  return (
    <>
      <PageHead
        title="Table cards"
        lede="Print this page on A4 or US Letter and cut along the lines. Each guest scans a card with their phone."
        back={{ href: back, label: "Back" }}
      />
      <ul className="table-cards">
        {CARDS.map((number) => (
          <li key={number} className="table-card">
            <p className={title.length > LARGE ? "table-card-title long" : "table-card-title"} dir="auto">
              {title}
            </p>
            <InviteQr url={url} />
            <p>Scan it, and add a photo, a story or your voice. No account needed.</p>
            <p className="small">
              <span dir="ltr">{url.replace(/^https?:\/\//, "")}</span>
              <br />
              The board opens on {opensOn}.
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
