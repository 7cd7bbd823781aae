import type { ReactNode } from "react";

export const sections = [
  "vaults",
  "stamps",
  "thread",
  "record",
  "letter",
  "buttons",
  "form-empty",
  "form-filled",
  "form-wrong",
  "form-disabled",
  "files-empty",
  "files-refused",
  "files-scripted",
  "files-there",
  "badges",
  "toasts",
  "notices",
  "heads",
  "tabs",
  "facts",
  "empty",
  "confirm",
  "not-found",
  "error",
] as const;

export function Section({
  id,
  title,
  children,
}: {
  id: (typeof sections)[number];
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
