import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";

type StillRight = {
  isAnswered: boolean;
  vaults: { id: string; day: string; addresses: { name: string; email: string }[]; correctAt: string }[];
};

/** Asks a sender whether the addresses of waiting vaults are still right. */
export function StillRightPage({ isAnswered, vaults }: StillRight) {
  if (vaults.length === 0) {
    return (
      <EmptyState title="Nothing is waiting" headingLevel="h1">
        There are no addresses left to check.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHead
        title={isAnswered ? "Thank you" : "Still right?"}
        lede={
          isAnswered
            ? "We’ll keep these addresses, and ask again in a year."
            : "This is where what you kept will go. Is it still right?"
        }
      />
      <section className="card">
        <ul className="rows">
          {vaults.map(({ id, day, addresses, correctAt }) => (
            <li key={id}>
              <span dir="auto">
                {addresses.map(({ name, email }) => (
                  <span key={email}>
                    {name ? `${name}, ${email}` : email}
                    <br />
                  </span>
                ))}
                <span className="small">on {day}</span>
              </span>
              <a className="row-link" href={correctAt}>
                Change the address<span className="visually-hidden"> of {addresses[0]?.email}</span>
              </a>
            </li>
          ))}
        </ul>
        {!isAnswered && (
          <form method="post" className="actions">
            <CsrfField />
            <Button size="form">{vaults.length === 1 ? "Yes, it’s right" : "Yes, they’re all right"}</Button>
          </form>
        )}
      </section>
    </>
  );
}
