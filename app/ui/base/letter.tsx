import type { ReactNode } from "react";
import { LetterText } from "./letter-text";

/** Each paragraph has its own text direction. */
export function Letter({
  title,
  from,
  children,
  text,
  headingLevel: Heading = "h1",
}: {
  title: string;
  /** Sender and date, above the title. */
  from?: ReactNode;
  text?: string | null;
  /** Media, between the title and the text. */
  children?: ReactNode;
  headingLevel?: "h1" | "h3";
}) {
  return (
    <article className="letter">
      {from && <p className="letter-from">{from}</p>}
      <Heading dir="auto">{title}</Heading>
      {children}
      {text && <LetterText text={text} />}
    </article>
  );
}
