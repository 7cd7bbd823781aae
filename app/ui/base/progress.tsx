import type { ReactNode } from "react";

/** Label example: `2 of 5 vaults used`. */
export function ProgressBar({ label, value, max }: { label: ReactNode; value: number; max: number }) {
  return (
    <label className="progress">
      <span>{label}</span>
      <progress value={value} max={max} />
    </label>
  );
}
