import QRCode from "qrcode";

/** A QR code as a path of an SVG that is `size` modules wide, without the quiet zone of four that it needs around it. */
export type Qr = { size: number; path: string };

/** The QR code (ISO/IEC 18004) of a text; a quarter of it may be torn or stained, and it can still be read. */
export function qrOf(text: string): Qr {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "Q" }).modules;
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Array.from(data.subarray(y * size, (y + 1) * size), (module) => (module ? "1" : "0")).join("");
    return [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
  });
  return { size, path: rows.flat().join("") };
}

/** The modules of white that a QR code needs around it. */
const QUIET = 4;

/** The QR code of a text as a picture of its own: black on white, also where a page is dark. */
export function qrSvgOf(text: string): string {
  const { size, path } = qrOf(text);
  const edge = size + 2 * QUIET;
  const white = `<path d="M0 0h${edge}v${edge}h-${edge}z" fill="#fff"/>`;
  const black = `<path d="${path}" transform="translate(${QUIET} ${QUIET})"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges">${white}${black}</svg>`;
}
