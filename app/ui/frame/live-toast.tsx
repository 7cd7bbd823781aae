import { Toast } from "./toast";

type Happened = { kind: "delivered" | "held" | "opened" | "replied"; vaultId: string; title: string };

const TITLES: Record<Happened["kind"], string> = {
  delivered: "Memory delivered",
  held: "Could not be delivered",
  opened: "Memory opened",
  replied: "New reply",
};

/** Overlays the page, so that nothing moves. */
export function LiveToast({ happened }: { happened: Happened | undefined }) {
  return (
    <div className="live-toast" role="status">
      {happened && (
        <Toast
          isInRegion
          key={`${happened.kind} ${happened.vaultId}`}
          title={TITLES[happened.kind]}
          description={happened.title}
          kind={happened.kind === "held" ? "error" : "success"}
        />
      )}
    </div>
  );
}
