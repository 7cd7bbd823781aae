import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { env } from "./env.server";
import { zoomCookie } from "./http/cookies.server";
import { createCsrfToken, ensureVisitor } from "./http/csrf.server";
import { pageData } from "./http/page-data.server";
import { takeToast } from "./http/toast.server";
import styles from "./styles/app.css?url";
import { CsrfContext } from "./ui/base/csrf-field";
import { useHydrated } from "./ui/base/hydrated";
import { missingWords } from "./ui/frame/missing-words";
import { NotFound } from "./ui/frame/not-found";
import { Page } from "./ui/frame/page";
import { REFUSED_TITLE } from "./ui/frame/refused-page";
import { useArrival } from "./ui/shell/arrival";
import { useChrome } from "./ui/shell/chrome";
import { useEnhancedDocument } from "./ui/shell/enhance";
import { hydratesMatches, isDescribed, keepsFields } from "./ui/shell/hydration";
import { LoadingOverlay } from "./ui/shell/loading-overlay";
import { useNavigationStart } from "./ui/shell/navigation-start";
import { NonceContext } from "./ui/shell/nonce";
import { usePendingNavigation } from "./ui/shell/pending-navigation";
import { RouteErrorPage } from "./ui/shell/route-error-page";
import { START_SCRIPTS } from "./ui/shell/start-scripts";
import { ToastContext, useToastOnce } from "./ui/shell/toast";
import { preserveUnsentForm } from "./ui/shell/unsent-form";
import { LocalWatch } from "./ui/visitor-draft/local-watch";

const PRELOADED_FONTS = ["/fonts/figtree-latin-wght-normal.woff2", "/fonts/fraunces-latin-wght-normal.woff2"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [viewer, visitor, toast, zoom] = await Promise.all([
    context.viewer(),
    ensureVisitor(request),
    takeToast(request, context),
    zoomCookie.parse(request.headers.get("Cookie")) as Promise<unknown>,
  ]);
  const headers = new Headers();
  for (const cookie of [visitor.setCookie, toast.setCookie]) if (cookie) headers.append("Set-Cookie", cookie);
  return pageData(
    {
      viewer: viewer ? { name: viewer.name, email: viewer.email } : null,
      zoom: zoom === "allowed" ? ("allowed" as const) : ("locked" as const),
      toast: toast.toast,
      contact: env.CONTACT_EMAIL ?? null,
      csrf: createCsrfToken(visitor.visitor),
      requestId: context.requestId,
      baseUrl: env.BASE_URL,
    },
    { headers },
  );
}

export const shouldRevalidate = preserveUnsentForm;

/** For pages without a title: error pages, and refusals of forms without a page. */
export const meta: MetaFunction = ({ error, location }) => {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const words = isMissing ? { ...missingWords(location.pathname), ...error.data } : {};
  const missing = isMissing ? (words.title ?? "Page not found") : "Something went wrong";
  return [{ title: `${error ? missing : REFUSED_TITLE} | Amberkeep` }];
};

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  const isBusy = usePendingNavigation() !== undefined;
  const isHydrated = useHydrated();
  // Error pages need no script. Once scripts run, they stay on pages that would ship none themselves.
  const matches = useMatches();
  const hasFailed = Boolean(useRouteError());
  const isScripted = (hydratesMatches(matches) && !hasFailed) || isHydrated;
  const toast = useToastOnce(data?.toast ?? null);
  const zoom = data?.zoom === "allowed" ? "" : ", maximum-scale=1, user-scalable=no";
  return (
    <html lang="en" data-busy={isBusy || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={`width=device-width, initial-scale=1${zoom}`} />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {!isDescribed(matches) && (
          <meta name="description" content="Write it today. Amberkeep delivers it on the day you choose." />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="stylesheet" href={styles} />
        <Links />
        {PRELOADED_FONTS.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
      </head>
      <body>
        <CsrfContext.Provider value={data?.csrf ?? ""}>
          <ToastContext.Provider value={toast}>{children}</ToastContext.Provider>
        </CsrfContext.Provider>
        {!isScripted && !hasFailed && keepsFields(matches) && <script type="module" src="/fields.js" />}
        {isScripted && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <script
              nonce={nonce}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
              dangerouslySetInnerHTML={{ __html: START_SCRIPTS }}
            />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  useEnhancedDocument();
  useNavigationStart();
  const arrived = useArrival();
  const { viewer, path } = useChrome();
  return (
    <>
      <Outlet />
      <LocalWatch isSignedIn={viewer !== null} path={path} csrf={useContext(CsrfContext)} />
      <LoadingOverlay />
      <p className="visually-hidden" aria-live="polite">
        {arrived}
      </p>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const chrome = useChrome();
  const data = useRouteLoaderData<typeof loader>("root");
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page chrome={chrome}>
      {isMissing ? (
        <NotFound {...missingWords(pathname)} {...error.data} isSignedIn={chrome.viewer !== null} />
      ) : (
        <RouteErrorPage reference={data?.requestId} contact={chrome.contact} />
      )}
    </Page>
  );
}
