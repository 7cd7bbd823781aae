import type { FormPurpose } from "~/domain/media/media";
import type { Answer, Destination, Part, Transport } from "./upload-file";

/** Aborts a request without progress after this many milliseconds: a lost connection may report no error. */
const STALLED_AFTER = 60_000;

export type Form = { formId: string; type: FormPurpose };

export function browserTransport({ formId, type }: Form): Transport {
  return {
    start: ({ id, kind, fileName, bytes }) =>
      post("/uploads", { formId, type, id, kind, fileName, bytes: String(bytes) }),
    sendPart,
    ask: (id, signal) => answerTo(`/uploads/${id}`, {}, signal),
    finish: (id, signal) => post(`/uploads/${id}/finish`, {}, signal),
    isOurs: ({ url }) => absolute(url).origin === location.origin,
    pause,
  };
}

/** Failures are ignored: the server purges abandoned uploads with their form. */
export async function requestRemoval(id: string): Promise<void> {
  await post(`/uploads/${id}/remove`, {}).catch(() => undefined);
}

/** Changes when a form is refused for an old one. */
const csrfToken = () => document.querySelector<HTMLInputElement>("input[name=csrf]")?.value ?? "";

const absolute = (url: Destination["url"]) => new URL(url, location.href);

function post(url: string, fields: Record<string, string>, signal?: AbortSignal): Promise<Answer> {
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams({ csrf: csrfToken(), ...fields });
  return answerTo(url, { method: "POST", body, headers }, signal);
}

async function answerTo(url: string, request: RequestInit, signal?: AbortSignal): Promise<Answer> {
  signal?.throwIfAborted();
  const ends = new AbortController();
  const cancel = () => ends.abort();
  const stalled = setTimeout(cancel, STALLED_AFTER);
  signal?.addEventListener("abort", cancel);
  try {
    const response = await fetch(url, { ...request, signal: ends.signal });
    return { status: response.status, body: await response.json().catch(() => null) };
  } finally {
    clearTimeout(stalled);
    signal?.removeEventListener("abort", cancel);
  }
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function sendPart(part: Part, onSent: (bytes: number) => void, signal: AbortSignal): Promise<Answer> {
  const { id, to, content, start, total } = part;
  const body = new FormData();
  for (const [name, value] of Object.entries(to.fields)) body.append(name, value);
  body.append("file", content, "file");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled = 0;
    const cancel = () => request.abort();
    const isMoving = () => {
      clearTimeout(stalled);
      stalled = window.setTimeout(cancel, STALLED_AFTER);
    };
    request.upload.onprogress = ({ loaded }) => {
      isMoving();
      onSent(Math.min(loaded, content.size));
    };
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = request.onabort = () => reject(new Error("No answer came."));
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", cancel);
    };
    signal.addEventListener("abort", cancel);
    request.open("POST", absolute(to.url));
    request.setRequestHeader("X-Unique-Upload-Id", id);
    request.setRequestHeader("Content-Range", `bytes ${start}-${start + content.size - 1}/${total}`);
    isMoving();
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits, or while offline until the browser is online again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = navigator.onLine ? setTimeout(go, milliseconds) : undefined;
    addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
}
