import type { ReactNode } from "react";
import { dayInFull } from "../base/day";
import { Intro } from "./intro";

export type Clause = { id: string; title: string; text: ReactNode };

/** A contents list, the gist, and the numbered clauses. `changedOn` is `YYYY-MM-DD`. */
export function LegalPage({
  title,
  lede,
  drawing,
  changedOn,
  inShort,
  clauses,
}: {
  title: string;
  lede: string;
  drawing: ReactNode;
  changedOn: string;
  inShort: string[];
  clauses: Clause[];
}) {
  return (
    <div className="public">
      <Intro title={title} lede={lede} drawing={drawing}>
        <p className="small">Last changed on {dayInFull(changedOn)}</p>
      </Intro>
      <div className="legal">
        <nav className="contents" aria-labelledby="contents">
          <details className="more">
            <summary id="contents">Contents</summary>
            <ul>
              {clauses.map(({ id, title }, index) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    {index + 1}. {title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <div className="clauses">
          <section className="in-short prose" aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <ul>
              {inShort.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          {clauses.map(({ id, title, text }, index) => (
            <section className="prose" key={id} aria-labelledby={id}>
              <h2 id={id}>
                {index + 1}. {title}
              </h2>
              {text}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
