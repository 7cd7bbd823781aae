import { Fragment } from "react";

/** Paragraphs and lines that are correct without styles, too; spaces stay as typed. */
export function WrittenText({ text }: { text: string }) {
  const paragraphs = text.replace(/\r\n?/g, "\n").split("\n\n");
  return (
    <div className="text" lang="">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <p key={index} dir="auto">
          {paragraph.split("\n").map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}
