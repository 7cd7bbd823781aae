import { createContext } from "react";
import type { SentFormProps } from "../frame/sent-form";

/** The form whose request failed; only on the server, as error pages ship no script. */
export const SentFormContext = createContext<SentFormProps | undefined>(undefined);
