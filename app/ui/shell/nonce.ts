import { createContext } from "react";

/** The CSP nonce; empty in the browser. */
export const NonceContext = createContext("");
