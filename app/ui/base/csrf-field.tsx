import { createContext, useContext } from "react";

export const CsrfContext = createContext("");

export function CsrfField() {
  return <input type="hidden" name="csrf" value={useContext(CsrfContext)} />;
}
