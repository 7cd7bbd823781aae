import { DISPLAY_TITLE, formKindOf, type VaultType } from "~/domain/vault/vault";
import { dayInFull } from "../base/day";
import { Notice } from "../base/notice";

export type ShownDraft = {
  formId: string;
  href: string;
  forgetHref: string;
  title: string;
  /** An ISO instant. */
  keptAt: string;
  /** `YYYY-MM-DD` */
  keptUntil: string;
};

/** `own`: the draft of the form on this page, if it is saved. `others`: the browser's other drafts. */
export function KeptNotice({ type, own, others }: { type: VaultType; own?: ShownDraft; others: ShownDraft[] }) {
  if (!own && others.length === 0) return null;
  return (
    <Notice title={own ? "As you left it" : "Also unfinished"}>
      {own && (
        <p>
          This browser keeps it for you until {dayInFull(own.keptUntil)}. With a free account, it’s kept for good.{" "}
          <a href={`/create?type=${formKindOf(type)}&step=form&fresh=true`}>Start another one</a> or{" "}
          <a href={own.forgetHref}>discard this draft</a>.
        </p>
      )}
      {others.length > 0 && (
        <ul>
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
