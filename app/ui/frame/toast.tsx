import { useChanges } from "../base/changes";
import { Icon } from "../base/icons";
import type { ToastContent } from "./chrome";

/** One that says the same as the last is shown again, even if that one was dismissed. */
export function PageToast({ toast }: { toast: ToastContent | null | undefined }) {
  const changes = useChanges(toast);
  return toast && <Toast key={changes} {...toast} />;
}

/** Dismissed by a checkbox and CSS, so it works without JavaScript. `isInRegion`: it is in a live region already. */
export function Toast({
  title,
  description,
  kind = "success",
  before,
  isInRegion = false,
}: ToastContent & { isInRegion?: boolean }) {
  const role = kind === "error" ? "alert" : "status";
  const toast = (
    <div className={`toast toast-${kind}`} role={isInRegion ? undefined : role}>
      <Icon name={kind === "error" ? "alert" : "check"} />
      <div>
        <p className="toast-title">{title}</p>
        {description && <p>{description}</p>}
      </div>
      <label className="toast-dismiss">
        <input type="checkbox" className="visually-hidden" />
        <span className="visually-hidden">Dismiss this message</span>
        <Icon name="close" size={20} />
      </label>
    </div>
  );
  if (!before) return toast;
  return (
    <>
      <Toast {...before} />
      {toast}
    </>
  );
}
