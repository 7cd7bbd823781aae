import { promiseFigures } from "~/domain/promise/figures.server";
import { figuresInWords, PLEDGE } from "~/domain/promise/promise-words";

/** `figures` are bare values; `explained` has a label for each, and how it is computed. */
export async function loader() {
  const figures = await promiseFigures();
  const body = JSON.stringify({ figures, explained: figuresInWords(figures), pledge: PLEDGE }, null, 2);
  return new Response(`${body}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
