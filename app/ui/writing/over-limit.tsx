import { useEffect, useState } from "react";
import { NEED_MORE } from "~/domain/vault/vault-words";
import { Toast } from "../frame/toast";
import type { Slots } from "./vault-limit";

type Dialog = typeof import("./limit-dialog").LimitDialog;

/** Says with script that there is no place left, and afterwards that there can be. */
export function OverLimit({ slots }: { slots: Slots }) {
  const [loaded, setLoaded] = useState<{ Dialog: Dialog }>();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    import("./limit-dialog").then(({ LimitDialog }) => setLoaded({ Dialog: LimitDialog }), ignore);
  }, []);
  if (isClosed) return <Toast {...NEED_MORE} />;
  return loaded ? <loaded.Dialog slots={slots} onClose={() => setClosed(true)} /> : null;
}

/** The sentence above the form says it, too. */
function ignore(): void {}
