import type { ReactElement, ReactNode } from "react";
import { Icon } from "./icons";

export function PageHead({
  title,
  kicker,
  lede,
  back,
}: {
  title: ReactNode;
  kicker?: ReactNode;
  lede?: ReactNode;
  /** A link, or a button that submits the form. */
  back?: { href: string; label: string } | ReactElement;
}) {
  return (
    <header className="page-head">
      {back && "href" in back ? (
        <a className="back-link" href={back.href}>
          <Icon name="back" size={18} />
          {back.label}
        </a>
      ) : (
        back
      )}
      {kicker && <p className="small">{kicker}</p>}
      <h1 dir="auto">{title}</h1>
      {lede && <p className="lede">{lede}</p>}
    </header>
  );
}
