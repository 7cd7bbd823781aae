/** No quotation marks: React would escape them in the page. */
export const styles = `
:root { color-scheme: light dark; --paper: #faf6ee; --sheet: #fffdf9; --ink: #2e2118; --soft: #66584d; --line: #dcd3c6; --link: #8a4613; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #18130e; --sheet: #231d18; --ink: #ede7dd; --soft: #b2a99d; --line: #3f362f; --link: #efb055; }
}
* { box-sizing: border-box; margin: 0; }
body { padding: clamp(1rem, 5vw, 4rem) clamp(1rem, 4vw, 2rem); background: var(--paper); color: var(--ink);
  font: 1.1875rem/1.65 Literata, Iowan Old Style, Charter, Georgia, Noto Serif, serif; overflow-wrap: break-word; }
main, footer { max-width: 44rem; margin-inline: auto; }
article { padding: clamp(1.5rem, 7vw, 4rem); border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
h1 { margin-block: 0.25em 1em; font-size: clamp(1.75rem, 1.3rem + 2.4vw, 2.5rem); font-weight: 600; line-height: 1.2; text-wrap: balance; }
.from, figcaption, aside, footer { color: var(--soft); font-size: 1rem; line-height: 1.5; }
.text { white-space: pre-wrap; }
figure { margin-block-end: 2rem; }
figcaption { margin-block-start: 0.5rem; }
.wall { columns: 2 14rem; column-gap: 1rem; margin-block-start: 2rem; }
.wall figure { margin-block-end: 1rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper);
  break-inside: avoid; }
img, video { display: block; width: auto; max-width: 100%; height: auto; max-height: 85vh; margin-inline: auto; border-radius: 6px; }
video { width: 100%; background: #000; }
audio { width: 100%; }
a { color: var(--link); text-underline-offset: 0.15em; }
aside { padding: 1.5rem clamp(1.5rem, 7vw, 4rem) 0; }
code { font: 0.875em/1.5 ui-monospace, DejaVu Sans Mono, monospace; }
footer { padding: 1.5rem clamp(1.5rem, 7vw, 4rem) 0; }
@media print {
  @page { margin: 2cm; }
  body, article { padding: 0; border: 0; background: none; color: #000; }
  h1 { font-size: 26pt; break-after: avoid; }
  figure, aside { break-inside: avoid; }
  img { max-height: 10cm; margin-inline: 0; }
  .wall { display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; align-items: start; }
  .text { font-size: 12.5pt; orphans: 3; widows: 3; }
  video, audio, figcaption a, footer { display: none; }
}
`;
