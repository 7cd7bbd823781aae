import { Fragment } from "react";

/** Marked up in paragraphs and lines, for text browsers. Its text content is exactly `text`, in an unknown language. */
export function LetterText({ text }: { text: string }) {
  return (
    <div className="letter-text" lang="">
      {text.split("\n\n").map((paragraph, index) => {
        const lines = paragraph.split("\n");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other keys
          <Fragment key={index}>
            {index > 0 && "\n\n"}
            <p dir="auto">
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Fragment key={at}>
                  {at > 0 && (
                    <>
                      <br />
                      {"\n"}
                    </>
                  )}
                  {line}
                </Fragment>
              ))}
            </p>
          </Fragment>
        );
      })}
    </div>
  );
}
