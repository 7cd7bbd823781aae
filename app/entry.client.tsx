import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTyped } from "./ui/shell/keep-typed";

/** Browsers before 2023 lack what the pages use with script, so they get every page without it. */
if (CSS.supports("selector(&)")) {
  const fillIn = keepTyped();
  const onRecoverableError = (error: unknown) => {
    fillIn();
    reportError(error);
  };
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />, { onRecoverableError });
  });
}
