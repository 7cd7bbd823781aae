import { HELP_SCRIPT_URL } from "./script-url";

/** A link to the help page, which script opens in a panel. Its script is not part of the page's own. */
export function HelpButton({ hasScript }: { hasScript: boolean }) {
  return (
    <aside aria-label="Help">
      <a className="help-button" href="/help" data-native>
        Help
      </a>
      {hasScript && <script type="module" src={HELP_SCRIPT_URL} />}
    </aside>
  );
}
