import { median } from "./statistics.ts";

/** `median (lowest to highest)`. */
export function spread(values: number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

/** Aligns the first column left, the others right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("   ")
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join("\n");
}

export const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
