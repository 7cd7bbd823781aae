import { useActionData } from "@remix-run/react";
import { createContext, useContext, useRef } from "react";

/** The token that the page was loaded with. */
export const CsrfContext = createContext("");

/** Has the newest token: a form refused for its old one gets another, before the page has been reloaded. */
export function CsrfField() {
  const loaded = useContext(CsrfContext);
  const answered = useActionData<{ csrf?: string } | undefined>()?.csrf;
  const newest = useRef({ token: answered ?? loaded, loaded, answered });
  if (loaded !== newest.current.loaded) newest.current = { token: loaded, loaded, answered };
  else if (answered !== newest.current.answered)
    newest.current = { token: answered ?? newest.current.token, loaded, answered };
  return <input type="hidden" name="csrf" value={newest.current.token} />;
}
