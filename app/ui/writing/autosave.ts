const PAUSE_MS = 1_500;

export type Kept = "kept" | "not kept" | undefined;

/**
 * Saves a draft at every pause in typing and when the page is left. The page's URL becomes the draft's, so that a
 * reload continues it.
 * @param action path and query to which the form is sent
 */
export function createAutosave(form: HTMLFormElement, action: string, onKept: (kept: Kept) => void) {
  const address = `/create/draft?${new URLSearchParams({ form: action })}`;
  const ends = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  let sending: AbortController | undefined;

  async function save(isLeaving = false) {
    clearTimeout(timer);
    if (!isPending) return;
    isPending = false;
    const body = fieldsOf(form);
    sending?.abort();
    sending = new AbortController();
    try {
      // Browsers limit keepalive requests to 64 kB; longer drafts were saved at the last pause.
      const keepalive = isLeaving && String(body).length < 60_000;
      const answer = await fetch(address, { method: "POST", body, keepalive, signal: sending.signal });
      const { ok, form: draft } = (await answer.json()) as { ok: boolean; form?: string };
      onKept(ok ? "kept" : "not kept");
      if (draft && form.isConnected && location.pathname === "/create") history.replaceState(history.state, "", draft);
    } catch (error) {
      // Replaced by a newer save or a submit.
      if (error instanceof DOMException && error.name === "AbortError") return;
      isPending = true;
      onKept("not kept");
    }
  }

  document.addEventListener("visibilitychange", () => document.hidden && void save(true), ends);

  return {
    /** Runs on every input, and leaves reading the fields to the save, since that is slow on old phones. */
    changed() {
      isPending = true;
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE_MS);
    },
    /** A form that is being sent needs no draft, and a late one would be refused. */
    sent() {
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

/** Files are uploaded separately, and copied when the form is submitted. */
const LEFT_OUT = ["intent", "copy", "photo", "video", "audio"];

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = [...new FormData(form)].filter(([name]) => !LEFT_OUT.includes(name));
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}
