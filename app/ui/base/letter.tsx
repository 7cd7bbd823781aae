import type { ReactNode } from "react";

/** A letter as its reader gets it. The text is shown exactly as written, each paragraph in its own direction. */
export function Letter({
  title,
  from,
  children,
  text,
  unfolds = false,
  headingLevel: Heading = "h1",
}: {
  title: string;
  /** The line above the title: who wrote it and when. */
  from?: ReactNode;
  text?: string | null;
  /** Pictures, films and voices, between the title and the text. */
  children?: ReactNode;
  /** At the first opening the letter unfolds. */
  unfolds?: boolean;
  headingLevel?: "h1" | "h3";
}) {
  return (
    <article className={unfolds ? "letter letter-unfolds" : "letter"}>
      {from && <p className="letter-from">{from}</p>}
      <Heading dir="auto">{title}</Heading>
      {children}
      {text && (
        <div className="letter-text" dir="auto">
          {text}
        </div>
      )}
    </article>
  );
}
