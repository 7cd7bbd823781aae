import { useLoaderData, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Announced, LiveEvent } from "~/domain/overview/live.server";
import { isPlaying } from "../base/is-playing";
import { useChrome } from "./chrome";
import { useEffectOnLayout } from "./effect-on-layout";
import { navigationStart } from "./navigation-start";

/** See section 9 of the spec. */
const REFRESH_MS = 60_000;

/** Short visits open no event stream. */
const LISTEN_AFTER_MS = 1_000;

/** Refreshes a visible page every minute, on server events and on return. Returns the last event. */
export function useLive(): Announced | undefined {
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  useSteadyScroll(useLoaderData(), key);
  const [happened, setHappened] = useState<{ on: string; event: Announced }>();
  const latest = useRef(revalidate);
  latest.current = revalidate;

  useEffect(() => {
    let isLeft = false;
    // A failed revalidation would show the error page, so first check that the server is up. By the time of the answer,
    // this may be the page of a form, which would lose what was typed.
    const refresh = () => {
      // After an update of the server, the page reloads.
      if (isPlaying()) return;
      void fetch("/readyz").then((answer) => answer.ok && !isLeft && latest.current(), ignore);
    };
    let stream: EventSource | undefined;
    let isConnected = false;
    let missedFrom = navigationStart();
    const noteLoss = () => {
      if (isConnected) missedFrom = performance.now();
      isConnected = false;
    };
    const listen = () => {
      noteLoss();
      stream?.close();
      stream = undefined;
      if (document.hidden) return;
      stream = new EventSource(`/live?missed=${Math.round(performance.now() - missedFrom)}`);
      stream.onopen = () => {
        isConnected = true;
      };
      stream.onerror = noteLoss;
      stream.onmessage = ({ data }) => {
        const event: LiveEvent = JSON.parse(data);
        if (isAnnounced(event)) setHappened({ on: key, event });
        refresh();
      };
    };
    const timer = setInterval(() => {
      if (document.hidden) return;
      // A lost connection is restored by the browser; a refused one, as while the server restarts, is not.
      if (stream?.readyState === EventSource.CLOSED) listen();
      refresh();
    }, REFRESH_MS);
    const onVisible = () => {
      listen();
      if (!document.hidden) refresh();
    };
    const start = setTimeout(listen, LISTEN_AFTER_MS);
    addEventListener("visibilitychange", onVisible);
    return () => {
      isLeft = true;
      clearTimeout(start);
      clearInterval(timer);
      removeEventListener("visibilitychange", onVisible);
      stream?.close();
    };
  }, [key]);

  return happened?.on === key ? happened.event : undefined;
}

const READING_LINE_PX = 120;

/** Keeps the scroll position when a refresh changes something above it: not every browser anchors scrolling. */
function useSteadyScroll(data: unknown, key: string): void {
  const shown = useRef({ data, key });
  const seen = useRef<{ element: Element; top: number }>();
  // During this render the document still shows the old page.
  if (shown.current.data !== data && shown.current.key === key && scrollY > 0) {
    const element = document.elementFromPoint(innerWidth / 2, READING_LINE_PX)?.closest("main *");
    if (element) seen.current = { element, top: element.getBoundingClientRect().top };
  }
  useEffectOnLayout(() => {
    shown.current = { data, key };
    if (!seen.current) return;
    const { element, top } = seen.current;
    seen.current = undefined;
    // After Remix restores its scroll position, and before the paint.
    queueMicrotask(() => element.isConnected && scrollBy(0, element.getBoundingClientRect().top - top));
  });
}

/** Keeps the toast across refreshes, as removing it would move the page. */
export function useSteadyChrome(): ReturnType<typeof useChrome> {
  const chrome = useChrome();
  const { key } = useLocation();
  const [shown, setShown] = useState({ key, toast: chrome.toast });
  const isNew = shown.key !== key || (chrome.toast && chrome.toast !== shown.toast);
  if (isNew) setShown({ key, toast: chrome.toast });
  return { ...chrome, toast: isNew ? chrome.toast : shown.toast };
}

const isAnnounced = (event: LiveEvent): event is Announced => event.kind !== "moved";

/** The next refresh tries again. */
function ignore(): void {}
