import type { FormFile, MediaKind } from "~/domain/media/media";
import { storeRefusal, uploadFailed, uploadRefusal } from "~/domain/media/refusals";
import { Backoff, isTransient, type Pause } from "./retry-backoff";

export type FileToSend = { id: string; kind: MediaKind; fileName: string; bytes: number };
/** This server, or the media store directly. */
export type Destination = { url: string; fields: Record<string, string> };
export type Part = { id: string; to: Destination; content: Blob; start: number; total: number };
export type Answer = { status: number; body: unknown };

/** Each request rejects when there was no response. */
export type Transport = {
  start: (file: FileToSend) => Promise<Answer>;
  sendPart: (part: Part, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<Answer>;
  ask: (id: string, signal: AbortSignal) => Promise<Answer>;
  finish: (id: string, signal: AbortSignal) => Promise<Answer>;
  isOurs: (to: Destination) => boolean;
  pause: Pause;
};

export type Watch = {
  signal: AbortSignal;
  /** Receives the file's id on the server, even after a cancellation. */
  onStart: (id: string) => void;
  /** Bytes sent so far; decreases only if a part has to be sent again. */
  onSent: (bytes: number) => void;
  /** There was no response, or the server failed; retrying. */
  onWait: (why: "waiting" | "failing") => void;
  /** All parts arrived; the server is inspecting the file. */
  onCheck: () => void;
};

/** `isOver`: a retry will not help. */
export type Sent = { ok: true; file: FormFile } | { ok: false; message: string; isOver: boolean };

const NO_CONNECTION = "there is no connection.";
const SERVER_FAILED = "our server has a problem. Please try again in a minute.";

/** Milliseconds: a media store's signature is valid for an hour. */
const RENEW_AFTER = 45 * 60_000;

/**
 * Sends a file in parts and resumes when the connection breaks.
 * @throws RetriesExhausted after too many consecutive failures; calling it again with the same id resumes
 * @throws the signal's reason if cancelled
 */
export async function uploadFile(content: Blob, file: FileToSend, transport: Transport, watch: Watch): Promise<Sent> {
  const { signal } = watch;
  const backoff = new Backoff(transport.pause, signal);

  async function waitAfter(answer: Answer | undefined): Promise<void> {
    // Too many requests, or a server error.
    const isFailing = answer !== undefined && answer.status >= 420;
    watch.onWait(isFailing ? "failing" : "waiting");
    await backoff.afterFailure(messageOf(answer) ?? uploadFailed(isFailing ? SERVER_FAILED : NO_CONNECTION));
  }

  /** Retries until there is a definite response. */
  async function retryUntilDefinite(call: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await call().catch(() => undefined);
      if (answer && isDefinite(answer)) return answer;
      signal.throwIfAborted();
      await waitAfter(answer);
    }
  }

  async function start() {
    const answer = await retryUntilDefinite(() => transport.start(file));
    if (answer.status !== 200) return refusedBy(answer, file);
    const { id, to, partBytes, receivedBytes = 0 } = answer.body as Started;
    watch.onStart(id);
    signal.throwIfAborted();
    return { id, to, partBytes, receivedBytes, at: Date.now() };
  }

  let started = await start();
  if ("ok" in started) return started;
  const { id } = started;
  const isOurs = transport.isOurs(started.to);
  let sent = started.receivedBytes;
  while (sent < content.size) {
    if (!isOurs && Date.now() - started.at > RENEW_AFTER) {
      started = await start();
      if ("ok" in started) return started;
    }
    watch.onSent(sent);
    const [to, from] = [started.to, sent];
    const part = { id, to, content: content.slice(from, from + started.partBytes), start: from, total: content.size };
    const answer = await transport.sendPart(part, (bytes) => watch.onSent(from + bytes), signal).catch(() => undefined);
    signal.throwIfAborted();
    const isRefused = answer !== undefined && ![200, 409].includes(answer.status) && isDefinite(answer);
    if (isRefused && isOurs) return refusedBy(answer, file);
    if (answer?.status === 200) sent = received(answer) ?? from + part.content.size;
    else if (answer?.status === 409 && isOurs) sent = received(answer) ?? from;
    if (sent > from) {
      backoff.afterSuccess();
      continue;
    }
    if (!isRefused) await waitAfter(answer);
    const asked = await retryUntilDefinite(() => transport.ask(id, signal));
    if (asked.status !== 200) return refusedBy(asked, file);
    const known = (asked.body as { file: FormFile }).file;
    if (known.state === "ready") return { ok: true, file: known };
    // Other stores report only complete files. They accept a part twice, but not after the file is complete.
    sent = isOurs ? known.receivedBytes : Math.max(from, known.receivedBytes);
    if (isRefused && sent === from) return refusedByStore(answer, file);
  }
  watch.onCheck();
  const finished = await retryUntilDefinite(() => transport.finish(id, signal));
  if (finished.status === 200) return { ok: true, file: (finished.body as { file: FormFile }).file };
  return refusedBy(finished, file);
}

function refusedBy(answer: Answer, file: FileToSend): Sent & { ok: false } {
  const message = [404, 409].includes(answer.status) ? undefined : messageOf(answer);
  const isOver = message !== undefined && answer.status !== 429;
  return { ok: false, message: message ?? uploadRefusal("broke_off", file), isOver };
}

function refusedByStore(answer: Answer, file: FileToSend): Sent & { ok: false } {
  const { error } = (answer.body ?? {}) as { error?: { message?: string } };
  const reason = answer.status === 400 ? storeRefusal(String(error?.message)) : undefined;
  return { ok: false, message: uploadRefusal(reason ?? "broke_off", file), isOver: reason !== undefined };
}

/** A limit that is used up outlasts the retries. */
const isDefinite = (answer: Answer) =>
  !isTransient(answer.status) || (answer.status === 429 && messageOf(answer) !== undefined);

function messageOf(answer: Answer | undefined): string | undefined {
  const message = (answer?.body as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : undefined;
}

type Started = { id: string; to: Destination; partBytes: number; receivedBytes?: number };

function received({ body }: Answer): number | undefined {
  const bytes = (body as { receivedBytes?: unknown } | null)?.receivedBytes;
  return typeof bytes === "number" ? bytes : undefined;
}
