const PAUSE_MS = 1_500;
/**
 * How long a save waits for the response to the one before: a visitor's first one brings the draft's cookie. Later it
 * counts as failed, since a lost connection may not report an error for minutes.
 */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 10_000;

export type Kept = "kept" | "not kept" | "changed elsewhere" | undefined;

type Listeners = {
  onKept: (kept: Kept) => void;
  /** The form's version from then on. */
  onSaving: (version: string) => void;
};

/**
 * Saves a draft at every pause in typing and when the page is left, until it is changed elsewhere, and again if the
 * server could not be reached. The page's URL becomes the draft's, so that a reload continues it.
 * @param action path and query to which the form is sent
 */
export function createAutosave(form: HTMLFormElement, action: string, { onKept, onSaving }: Listeners) {
  const path = `/create/draft?${new URLSearchParams({ form: action })}`;
  const ends = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  let isStopped = false;
  let sending: AbortController | undefined;
  let sentAt = 0;

  async function save(isLeaving = false) {
    clearTimeout(timer);
    if (!isPending) return;
    if (sending && !isLeaving && Date.now() - sentAt < TIMEOUT_MS) {
      timer = setTimeout(save, PAUSE_MS);
      return;
    }
    isPending = false;
    const body = fieldsOf(form);
    onSaving(withNextSave(body.get("version") ?? ""));
    sending?.abort();
    const own = new AbortController();
    sending = own;
    sentAt = Date.now();
    const { search } = location;
    const late = setTimeout(() => {
      isPending = true;
      onKept("not kept");
    }, TIMEOUT_MS);
    try {
      // Browsers limit keepalive requests to 64 kB; longer drafts were saved at the last pause.
      const keepalive = isLeaving && String(body).length < 60_000;
      const answer = await fetch(path, { method: "POST", body, keepalive, signal: own.signal });
      const { ok, form: draft, isStale } = (await answer.json()) as { ok: boolean; form?: string; isStale?: boolean };
      if (isStale) {
        isStopped = true;
        form.dispatchEvent(new Event("stale", { bubbles: true }));
      }
      onKept(ok ? "kept" : isStale ? "changed elsewhere" : "not kept");
      // Back changes the URL while its page is still loading.
      const isHere = form.isConnected && location.pathname === "/create" && location.search === search;
      if (draft && isHere) history.replaceState(history.state, "", draft);
    } catch (error) {
      // Replaced by a newer save or a submit.
      if (error instanceof DOMException && error.name === "AbortError") return;
      isPending = true;
      onKept("not kept");
      clearTimeout(timer);
      if (!ends.signal.aborted) timer = setTimeout(save, RETRY_MS);
    } finally {
      clearTimeout(late);
      if (sending === own) sending = undefined;
    }
  }

  document.addEventListener("visibilitychange", () => document.hidden && void save(true), ends);
  addEventListener("online", () => void save(), ends);
  // Log-out ends the session in which the draft is saved.
  document.addEventListener("submit", ({ target }) => target !== form && void save(true), {
    signal: ends.signal,
    capture: true,
  });

  return {
    /** Runs on every input, and leaves reading the fields to the save, since that is slow on old phones. */
    changed() {
      if (isStopped) return;
      isPending = true;
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE_MS);
    },
    /** A form that is being sent needs no draft, and a late one would be refused. Its answer says what was changed. */
    sent() {
      if (isStopped) onKept(undefined);
      isStopped = false;
      clearTimeout(timer);
      isPending = false;
      sending?.abort();
    },
    end() {
      ends.abort();
      void save(true);
    },
  };
}

/** Files are uploaded separately. */
const LEFT_OUT = ["intent", "photo", "video", "audio"];

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = [...new FormData(form)].filter(([name]) => !LEFT_OUT.includes(name));
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

const NAMES_MAX = 40;

/**
 * Adds the name of the next save. Keeps the first names, which the form began with, and the latest, as any of these
 * saves may be stored.
 */
function withNextSave(version: string): string {
  const name = crypto.getRandomValues(new Uint32Array(1)).join("");
  const names = [...version.split(" "), name];
  return (names.length > NAMES_MAX ? [...names.slice(0, 2), ...names.slice(2 - NAMES_MAX)] : names).join(" ");
}
