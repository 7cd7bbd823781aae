import { DISPLAY_TITLE, formKindOf, type VaultType } from "~/domain/vault/vault";
import { dayInFull } from "../base/day";
import { Notice } from "../base/notice";

export type KeptNoticeProps = {
  type: VaultType;
  /** `YYYY-MM-DD`; null if nothing is saved yet. */
  keptUntil: string | null;
  forgetHref: string | null;
  /** The browser's other drafts. */
  others: { href: string; title: string }[];
};

export function KeptNotice({ type, keptUntil, forgetHref, others }: KeptNoticeProps) {
  if (keptUntil === null && others.length === 0) return null;
  return (
    <Notice title={keptUntil ? "As you left it" : "Also unfinished"}>
      {keptUntil && (
        <p>
          This browser keeps it for you until {dayInFull(keptUntil)}. With a free account, it’s kept for good.{" "}
          <a href={`/create?type=${formKindOf(type)}&step=form&fresh=true`}>Start another one</a>
          {forgetHref && (
            <>
              {" "}
              or <a href={forgetHref}>discard this draft</a>
            </>
          )}
          .
        </p>
      )}
      {others.length > 0 && (
        <ul className="plain-list">
          {others.map(({ href, title }) => (
            <li key={href}>
              <a href={href} dir="auto">
                {title || DISPLAY_TITLE}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
