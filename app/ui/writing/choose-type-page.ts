import { lazy } from "react";

/** The browser loads it only where a type is chosen. */
export const ChooseType = import.meta.env.SSR
  ? (await import("./choose-type")).ChooseType
  : lazy(() => import("./choose-type").then(({ ChooseType }) => ({ default: ChooseType })));
