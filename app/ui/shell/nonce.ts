import { createContext } from "react";

/** The CSP nonce of the response; empty in the browser. */
export const NonceContext = createContext("");
