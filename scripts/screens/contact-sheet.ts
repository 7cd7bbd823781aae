import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Shot } from "./camera.ts";

const STYLES = `
  body { margin: 2rem; font: 15px/1.5 system-ui; background: #f4efe6; color: #33271d; }
  nav { columns: 4 14rem; margin-bottom: 2rem; }
  section > div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
  figure { margin: 0; }
  img { height: 22rem; max-width: 24rem; object-fit: cover; object-position: top; border: 1px solid #cbbfae; background: #fff; }
  pre { color: #a11; white-space: pre-wrap; }
`;

export function writeContactSheet(folder: string, shots: Shot[]): void {
  const states = [...new Set(shots.map(({ state }) => state))];
  const links = states.map((state) => `<a href="#${state}">${state}</a><br>`).join("\n");
  const sections = states.map((state) => {
    const figures = shots.filter((shot) => shot.state === state).map(figure);
    return `<section id="${state}"><h2>${state}</h2><div>${figures.join("\n")}</div></section>`;
  });
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Amberkeep's screens</title><style>${STYLES}</style>
<h1>Amberkeep's screens</h1><nav>${links}</nav>${sections.join("\n")}</html>\n`,
  );
}

function figure({ engine, state, script, width, scheme, file, failure }: Shot): string {
  if (!file) return `<pre>${state}, ${engine}, script ${script}: ${asText(failure ?? "no picture")}</pre>`;
  const name = `${engine}, ${width} px, ${scheme}, script ${script}`;
  return `<figure><a href="${file}"><img src="${file}" alt="${state}, ${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
}

function asText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
