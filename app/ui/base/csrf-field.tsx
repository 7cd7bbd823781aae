import { createContext, useContext } from "react";

/** The token of the page; root provides it. */
export const CsrfContext = createContext("");

/** The hidden field that every form which posts carries. */
export function CsrfField() {
  return <input type="hidden" name="csrf" value={useContext(CsrfContext)} />;
}
