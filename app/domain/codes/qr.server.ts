import QRCode from "qrcode";

/** `path` is drawn in an SVG `size` modules wide. The caller adds the quiet zone of four modules. */
export type Qr = { size: number; path: string };

/** ISO/IEC 18004, readable with a quarter of it damaged. */
export function qrOf(text: string): Qr {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "Q" }).modules;
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Array.from(data.subarray(y * size, (y + 1) * size), (module) => (module ? "1" : "0")).join("");
    return [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
  });
  return { size, path: rows.flat().join("") };
}

/** In modules. */
const QUIET = 4;

/** Black on white, even on dark pages. */
export function qrSvgOf(text: string): string {
  const { size, path } = qrOf(text);
  const edge = size + 2 * QUIET;
  const white = `<path d="M0 0h${edge}v${edge}h-${edge}z" fill="#fff"/>`;
  const black = `<path d="${path}" transform="translate(${QUIET} ${QUIET})"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges">${white}${black}</svg>`;
}
