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
