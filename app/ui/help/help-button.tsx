import { HELP_SCRIPT_URL } from "./script-url";

/**
 * A link to the help page, which script opens in a panel. `loadsScript` where no other script does
 * (`load-on-press.ts`).
 */
export function HelpButton({ loadsScript }: { loadsScript: boolean }) {
  return (
    <aside className="help-place" aria-label="Help">
      <a className="button button-secondary help-button" href="/help" data-native>
        Help
      </a>
      {loadsScript && <script type="module" src={HELP_SCRIPT_URL} />}
    </aside>
  );
}
