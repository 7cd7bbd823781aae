const serif =
  "Iowan Old Style, Charter, Georgia, Noto Serif, Songti SC, Noto Serif CJK SC, Hiragino Mincho ProN, Yu Mincho, serif";
const sans = "Figtree, Helvetica Neue, Segoe UI, Roboto, Noto Sans, Noto Sans CJK SC, sans-serif";

/** No quotation marks, which React would escape. Hex colours and old features only, for any browser. */
export const styles = `
:root { color-scheme: light dark; --paper: #faf6ee; --sheet: #fffdf9; --ink: #2e2118; --soft: #66584d; --line: #dcd3c6;
  --link: #8a4613; --glow: #f9e4bd; --amber: #f2a635; --stripe: #b5896a; --stripe-light: #f6c57d; --shade: rgba(78, 45, 18, .16); }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #18130e; --sheet: #231d18; --ink: #ede7dd; --soft: #b2a99d; --line: #3f362f; --link: #efb055;
    --glow: #43311b; --stripe: #a67a37; --stripe-light: #c08a35; --shade: rgba(0, 0, 0, .45); }
}
:root { --airmail: repeating-linear-gradient(118deg, var(--stripe) 0 14px, transparent 14px 24px, var(--stripe-light) 24px 38px, transparent 38px 48px); }
* { box-sizing: border-box; margin: 0; }
body { padding: clamp(0.75rem, 4vw, 3.5rem) clamp(0.5rem, 3vw, 2rem); background: var(--paper); color: var(--ink);
  font: 1rem/1.6 ${sans}; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
article { max-width: 51.25rem; margin-inline: auto; padding: clamp(2.5rem, 8vw, 4rem) clamp(1.125rem, 9vw, 6.125rem);
  border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 2px 4px var(--shade), 0 24px 48px -20px var(--shade);
  background: var(--airmail) 0 0 / 100% 10px no-repeat, var(--airmail) 0 100% / 100% 10px no-repeat, var(--sheet); }
header { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; justify-content: space-between; align-items: flex-start; }
.from, figcaption, aside, footer { color: var(--soft); font-size: .9375rem; }
.whole { white-space: nowrap; }
.from strong { color: var(--ink); font-weight: 600; }
.franking { display: flex; align-items: center; margin-block-start: -.5rem; color: var(--soft); }
.postmark { display: grid; flex: none; place-content: center; justify-items: center; width: 80px; height: 80px; margin-inline-end: -5px; border: 1.3px solid;
  border-radius: 50%; outline: .8px solid; outline-offset: -8px; line-height: 1.2; transform: rotate(-8deg); }
.postmark + .postmark { transform: translateY(-6px) rotate(5deg); }
.postmark ::before { content: attr(data-print); }
.postmark i { font: 600 10px/1.25 ${sans}; letter-spacing: .06em; text-transform: uppercase; }
.postmark i:first-child { font-size: 7px; letter-spacing: .12em; }
.postmark b { font: 480 19px/1.1 Fraunces, ${serif}; }
.stamp { position: relative; display: grid; flex: none; place-items: center; width: 54px; height: 66px; margin-inline-start: 14px; border: 3px dotted var(--sheet);
  background: var(--glow); color: var(--link); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.waves { position: absolute; inset-inline-end: 2px; color: var(--soft); opacity: .5; transform: rotate(-5deg); }
h1 { margin-block: 2rem 1.75rem; font: 440 clamp(2rem, 1.2rem + 3.9vw, 3.25rem)/1.12 Fraunces, ${serif}; text-wrap: balance; }
h2 { margin-block: 3.5rem 1.25rem; font: 460 1.625rem/1.2 Fraunces, ${serif}; }
.text { max-width: 39rem; font: 400 clamp(1.125rem, 1.05rem + .4vw, 1.25rem)/1.75 Literata, ${serif}; text-wrap: pretty; }
.text p { min-height: 1.75em; unicode-bidi: plaintext; white-space: pre-wrap; }
.text p + p { margin-block-start: 1.75em; }
figure { margin-block: 0 2rem; }
.text + figure, .text + .prints { margin-block-start: 2.5rem; }
figcaption { margin-block-start: .75rem; }
.print { display: block; width: fit-content; max-width: 100%; margin-inline: auto; padding: clamp(6px, 1.6vw, 12px); border: 1px solid var(--line);
  border-radius: 2px; background: #fffefb; box-shadow: 0 1px 2px var(--shade), 0 14px 30px -10px var(--shade); }
@media screen and (prefers-color-scheme: dark) { .print { border: 0; background: #efe9de; } }
img, video { display: block; width: auto; max-width: 100%; height: auto; max-height: 85vh; }
video { width: 100%; border-radius: 6px; background: #000; }
audio { width: 100%; }
.on-paper { display: none; }
.prints, .wall { columns: 2 14rem; column-gap: 1.5rem; }
.prints figure, .wall figure { break-inside: avoid; }
.wall { margin-block-start: 2rem; }
.note { padding: 1.25rem; border-radius: 4px; background: var(--glow); box-shadow: 0 1px 2px var(--shade); }
.note .text { font-size: 1.0625rem; line-height: 1.6; }
.note .from { margin-block-start: .75rem; color: inherit; }
aside { display: flex; gap: 1.25rem; align-items: center; max-width: 39rem; margin-block-start: 3rem; padding-block: 1.25rem; border: solid var(--line); border-width: 1px 0; }
.wax { flex: none; filter: drop-shadow(0 1px 2px var(--shade)); }
.sealed, .kept { color: var(--ink); font: 480 1.25rem/1.3 Fraunces, ${serif}; text-wrap: balance; }
.sealed { margin-block-end: .25rem; }
code { font: .8125em/1.5 ui-monospace, DejaVu Sans Mono, monospace; }
.reply + .reply { margin-block-start: 1.75rem; }
blockquote { margin-block-start: .5rem; padding-inline-start: 1.5rem; border-inline-start: 2px solid var(--amber); }
blockquote .text { font-size: 1.1875rem; }
blockquote .text + figure { margin-block-start: 1.5rem; }
a { color: var(--link); text-underline-offset: .15em; }
footer { display: grid; gap: .5rem; justify-items: center; max-width: 39rem; margin: 3rem auto 1rem; padding-inline: 1rem; text-align: center; }
@media (max-width: 24rem) { aside { display: block; } .wax { margin-block-end: .5rem; } }
@media print {
  @page { margin: 18mm; }
  body, article { padding: 0; border: 0; background: none; box-shadow: none; }
  body { font-size: 10pt; }
  article { max-width: none; }
  video, audio, a[aria-label], footer p:last-child { display: none; }
  h1 { margin-block: 8mm 7mm; font-size: 26pt; }
  h1 { break-after: avoid; }
  h2 { margin-block-start: 12mm; }
  .reply { break-inside: avoid; }
  .franking { margin-block-start: 2mm; }
  aside a { color: inherit; text-decoration: none; }
  .text, blockquote .text { max-width: none; font-size: 12.5pt; line-height: 1.65; orphans: 3; widows: 3; }
  .text p { min-height: 1.65em; }
  .text p + p { margin-block-start: 1.2em; }
  figure, aside { break-inside: avoid; }
  figure { margin-block-end: 7mm; }
  .print { margin-inline: 0; padding: 2.5mm; box-shadow: none; }
  img { max-height: 105mm; }
  .on-paper { display: inline; }
  .prints, .wall { display: grid; gap: 0 6mm; grid-template-columns: 1fr 1fr; align-items: start; columns: auto; }
  .prints img, .wall img { max-height: 75mm; }
  .note { border: 1px solid var(--line); box-shadow: none; }
  .wall .long { grid-column: 1 / -1; break-inside: auto; }
  aside { margin-block-start: 10mm; font-size: 9pt; }
  .sealed, .kept { font-size: 13pt; }
  .wax { print-color-adjust: exact; -webkit-print-color-adjust: exact; filter: none; }
  footer { margin-block: 12mm 0; font-size: 9pt; break-inside: avoid; }
}
`;
