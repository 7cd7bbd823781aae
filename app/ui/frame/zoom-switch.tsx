import { CsrfField } from "../base/csrf-field";
import type { Chrome } from "./chrome";

/** In the foot of every page, since all are locked against zooming until someone allows it. */
export function ZoomSwitch({ zoom, path }: Pick<Chrome, "zoom" | "path">) {
  const isAllowed = zoom === "allowed";
  return (
    <form method="post" action="/preferences/zoom">
      <CsrfField />
      <input type="hidden" name="returnTo" value={path} />
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-checked={isAllowed}
        name="zoom"
        value={isAllowed ? "locked" : "allowed"}
      >
        Allow zoom
      </button>
    </form>
  );
}
