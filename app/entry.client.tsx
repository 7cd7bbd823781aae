import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/** Browsers before 2023 lack what the pages use with script, so they get every page without it. */
if (CSS.supports("selector(&)"))
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
