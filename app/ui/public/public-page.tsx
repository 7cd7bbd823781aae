import type { ReactNode } from "react";
import type { Chrome } from "../frame/chrome";
import { Page } from "../frame/page";

/** A page that ships no React, only a small script of its own (`enhance.ts`). */
export function PublicPage({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  return (
    <>
      <Page chrome={{ ...chrome, loadsHelp: false }}>{children}</Page>
      <script type="module" src="/public.js" />
    </>
  );
}
