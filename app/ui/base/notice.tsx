import type { ReactNode } from "react";
import { Icon } from "./icons";

const icons = { info: "info", warning: "alert", error: "alert", success: "check" } as const;

export function Notice({
  kind = "info",
  title,
  id,
  children,
}: {
  kind?: keyof typeof icons;
  title?: string;
  id?: string;
  children?: ReactNode;
}) {
  return (
    <div id={id} className={`notice notice-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={icons[kind]} />
      <div>
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
