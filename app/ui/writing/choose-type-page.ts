import { lazy } from "react";
import { loadStyles } from "../base/load-styles";
import envelopeStyles from "./envelope.css?url";

/** The browser loads it only where a type is chosen. */
export const ChooseTypePage = import.meta.env.SSR
  ? (await import("./choose-type")).ChooseType
  : lazy(async () => {
      const [{ ChooseType }] = await Promise.all([import("./choose-type"), loadStyles(envelopeStyles)]);
      return { default: ChooseType };
    });
