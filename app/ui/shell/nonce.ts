import { createContext } from "react";

/** The nonce of the response being rendered; empty in the browser, which does not tell it. */
export const NonceContext = createContext("");
