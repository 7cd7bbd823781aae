import { ProgressBar } from "../base/progress";

export function SlotsUsed({ used, limit }: { used: number; limit: number }) {
  return (
    <ProgressBar label={`${used} of ${limit} ${limit === 1 ? "vault" : "vaults"} used`} value={used} max={limit} />
  );
}
