import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { LiveEvent } from "~/domain/overview/live.server";
import { useChrome } from "./chrome";
import { useEffectOnLayout } from "./effect-on-layout";

/** How often a page that stays open is made anew, in milliseconds (spec, section 9). */
const REFRESH_MS = 60_000;

/** Whoever only passes through opens no stream: it begins after this long, in milliseconds. */
const LISTEN_AFTER_MS = 1_000;

/**
 * Keeps the page true while somebody looks at it: every minute, when the server tells of a delivery, and when they come
 * back to it. One stream per page, and none while it is hidden. Answers what happened last.
 */
export function useLive(): LiveEvent | undefined {
  const { revalidate, state } = useRevalidator();
  useSteadyScroll(state);
  const { key } = useLocation();
  const [happened, setHappened] = useState<{ on: string; event: LiveEvent }>();
  const refresh = useRef(() => {});
  // A refresh that fails would put the error page in the place of this one, so the server is asked first.
  refresh.current = () => void fetch("/readyz").then((answer) => answer.ok && revalidate(), ignore);

  useEffect(() => {
    let stream: EventSource | undefined;
    const timer = setInterval(() => document.hidden || refresh.current(), REFRESH_MS);
    const listen = () => {
      stream?.close();
      stream = undefined;
      if (document.hidden) return;
      stream = new EventSource("/live");
      stream.onmessage = ({ data }) => {
        setHappened({ on: key, event: JSON.parse(data) });
        refresh.current();
      };
    };
    const onVisible = () => {
      listen();
      if (!document.hidden) refresh.current();
    };
    const start = setTimeout(listen, LISTEN_AFTER_MS);
    addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
      removeEventListener("visibilitychange", onVisible);
      stream?.close();
    };
  }, [key]);

  return happened?.on === key ? happened.event : undefined;
}

/** How far below the top of the window the reader's eye is taken to be, in pixels. */
const EYE = 120;

/**
 * Keeps what the reader looks at where it is when a refresh adds or takes away something above it. Not every browser
 * does that by itself, and Remix scrolls back to where the reader was when the refresh began.
 */
function useSteadyScroll(state: "idle" | "loading"): void {
  const last = useRef(state);
  const seen = useRef<{ element: Element; top: number }>();
  // The page is still the old one while the new one is drawn.
  if (last.current === "loading" && state === "idle" && scrollY > 0) {
    const element = document.elementFromPoint(innerWidth / 2, EYE)?.closest("main *");
    if (element) seen.current = { element, top: element.getBoundingClientRect().top };
  }
  useEffectOnLayout(() => {
    last.current = state;
    if (!seen.current) return;
    const { element, top } = seen.current;
    seen.current = undefined;
    // After Remix's own scrolling, which belongs to the same commit, and before the page is painted.
    queueMicrotask(() => element.isConnected && scrollBy(0, element.getBoundingClientRect().top - top));
  });
}

/** The frame of a page that refreshes itself: what it came to say stays, where the page would move without it. */
export function useSteadyChrome(): ReturnType<typeof useChrome> {
  const chrome = useChrome();
  const { key } = useLocation();
  const [kept, keep] = useState({ key, toast: chrome.toast });
  const isNew = kept.key !== key || (chrome.toast && chrome.toast !== kept.toast);
  if (isNew) keep({ key, toast: chrome.toast });
  return { ...chrome, toast: isNew ? chrome.toast : kept.toast };
}

/** What could not be refreshed now is refreshed the next time. */
function ignore(): void {}
