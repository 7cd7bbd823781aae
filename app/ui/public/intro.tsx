import type { ReactNode } from "react";

/** The beginning of a public page: what it is about, in a sentence and a drawing. */
export function Intro({
  title,
  lede,
  drawing,
  children,
}: {
  title: string;
  lede: ReactNode;
  drawing: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="intro">
      <div className="intro-words">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children}
      </div>
      {drawing}
    </header>
  );
}
