import { useEffect, useLayoutEffect } from "react";

/** An effect that has run before anybody sees what was drawn. React complains about those where there is no layout. */
export const useEffectOnLayout = typeof document === "undefined" ? useEffect : useLayoutEffect;
