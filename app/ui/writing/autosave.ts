/** How long somebody has to pause before what they wrote is kept, in milliseconds. */
const PAUSE_MS = 1_500;

export type Kept = "kept" | "not kept" | undefined;

/**
 * Keeps a form as a draft while it is written: whenever its writer pauses, and when they leave. `onKept` hears how the
 * last attempt went. The page's address becomes that of the draft, so that a reload goes on with it.
 * @param action where the form is sent: path and query
 */
export function createAutosave(form: HTMLFormElement, action: string, onKept: (kept: Kept) => void) {
  const address = `/create/draft?${new URLSearchParams({ form: action })}`;
  const ends = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: URLSearchParams | undefined;
  let sending: AbortController | undefined;

  async function save(isLeaving = false) {
    clearTimeout(timer);
    const body = pending;
    if (!body) return;
    pending = undefined;
    sending?.abort();
    sending = new AbortController();
    try {
      // What is sent by a page that closes may have 64 kB; anything longer was kept at the last pause.
      const keepalive = isLeaving && String(body).length < 60_000;
      const answer = await fetch(address, { method: "POST", body, keepalive, signal: sending.signal });
      const { ok, form: draft } = (await answer.json()) as { ok: boolean; form?: string };
      onKept(ok ? "kept" : "not kept");
      if (draft && form.isConnected && location.pathname === "/create") history.replaceState(history.state, "", draft);
    } catch (error) {
      pending ??= body;
      if (!(error instanceof DOMException && error.name === "AbortError")) onKept("not kept");
    }
  }

  /** What is sent whole needs no draft of it; one that came late would be refused. */
  function stop() {
    clearTimeout(timer);
    pending = undefined;
    sending?.abort();
  }
  form.addEventListener("submit", (event) => event.submitter?.getAttribute("name") === "intent" && stop(), ends);
  document.addEventListener("visibilitychange", () => document.hidden && void save(true), ends);

  return {
    /** @param fields what the form held when it changed */
    changed(fields: URLSearchParams) {
      pending = fields;
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE_MS);
    },
    end() {
      ends.abort();
      void save(true);
    },
  };
}
