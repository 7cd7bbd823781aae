import type { ReactNode } from "react";
import { Icon } from "./icons";

type FieldErrorProps = { id?: string | undefined; role?: "alert"; children: ReactNode };

export function FieldError({ children, ...attributes }: FieldErrorProps) {
  return (
    <p className="field-error" {...attributes}>
      <Icon name="alert" size={18} />
      <span>{children}</span>
    </p>
  );
}
