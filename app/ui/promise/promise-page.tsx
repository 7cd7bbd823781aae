import type { PLEDGE, PromiseFigure } from "~/domain/promise/promise-words";
import { PageHead } from "../base/page-head";

type PromisePageProps = { figures: PromiseFigure[]; pledge: typeof PLEDGE; computedAt: string };

export function PromisePage({ figures, pledge, computedAt }: PromisePageProps) {
  return (
    <>
      <PageHead
        title="Our promise"
        lede="It arrives, on its day, and not before. Here is how we’re doing, in figures from this very site, and what we’d do if we had to close."
      />
      <section className="promise-section" aria-labelledby="figures">
        <h2 id="figures">How we’re doing</h2>
        <dl className="promise-figures">
          {figures.map(({ id, label, value, how }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd className="promise-value">{value}</dd>
              <dd className="small">{how}</dd>
            </div>
          ))}
        </dl>
        <p className="small">
          Computed on {computedAt} UTC, and again every minute when someone looks. The same figures for programs:{" "}
          <a href="/promise.json">promise.json</a>.
        </p>
      </section>
      <section className="promise-pledge" aria-labelledby="pledge">
        <h2 id="pledge">If we ever have to close</h2>
        <ol>
          {pledge.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
