import type { ReactNode } from "react";
import { useChanges } from "./changes";
import { Icon } from "./icons";

const icons = { info: "info", warning: "alert", error: "alert", success: "check" } as const;

export function Notice({
  kind = "info",
  title,
  id,
  children,
}: {
  kind?: keyof typeof icons;
  title?: string | undefined;
  id?: string | undefined;
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

/** Of several errors, the first is the title. */
export function ErrorNotice({ errors, id }: { errors?: string[] | null | undefined; id?: string }) {
  const changes = useChanges(errors);
  if (!errors?.length) return null;
  const [title, ...rest] = errors.length > 1 ? errors : [undefined, ...errors];
  return (
    <Notice key={changes} kind="error" id={id} title={title}>
      {rest.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </Notice>
  );
}
