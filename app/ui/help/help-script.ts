import { isPageOf } from "./is-page-of";

/** For all pages with the help button: the chat in a panel, and streamed answers. Without libraries. */

const SORRY =
  "I'm sorry, I'm having trouble responding right now. Please try again in a moment or contact support if the issue persists.";
const FAILED = "Failed to send message. Please try again.";

type AnswerEvent = { text?: string; pages?: { href: string; title: string }[]; error?: string };

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "", ...children: (Node | string)[]) {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children);
  return created;
}

function enhanceChat(chat: HTMLElement): void {
  const form = chat.querySelector<HTMLFormElement>(".help-ask");
  const log = chat.querySelector<HTMLElement>(".help-log");
  const field = form?.querySelector("textarea");
  const button = form?.querySelector("button");
  if (!form || !log || !field || !button) return;
  const list = log.firstElementChild as HTMLElement;
  let isBusy = false;

  const update = () => button.setAttribute("aria-disabled", String(isBusy || !field.value.trim()));
  const toEnd = () => log.scrollTo({ top: log.scrollHeight });
  function addTurn(role: "user" | "assistant", text: string) {
    const words = element("p", "", text);
    words.dir = "auto";
    const speaker = element("span", "visually-hidden", role === "user" ? "You: " : "Assistant: ");
    const turn = element("li", `help-turn help-${role}`, speaker, words);
    list.append(turn);
    toEnd();
    return { turn, words };
  }

  async function send(question: string): Promise<void> {
    chat.querySelector(".field-error,.toast")?.remove();
    const body = new URLSearchParams(new FormData(form as HTMLFormElement) as never);
    const asked = addTurn("user", question);
    const typing = element("li", "help-turn help-assistant help-typing", element("span", "visually-hidden", "Typing"));
    list.append(typing);
    toEnd();
    let answer: ReturnType<typeof addTurn> | undefined;
    let failure = FAILED;
    try {
      const response = await fetch("/help/stream", { method: "POST", body });
      if (!response.ok || !response.body) throw new Error(await refusalOf(response));
      for await (const { text, pages, error } of eventsIn(response.body)) {
        if (error) {
          failure = error;
          throw new Error();
        }
        typing.remove();
        answer ??= addTurn("assistant", "");
        if (text) answer.words.append(text);
        const links = pages?.map(({ href, title }) =>
          element("li", "", Object.assign(element("a", "", title), { href })),
        );
        if (links) answer.turn.append(element("ul", "help-sources", ...links));
        toEnd();
      }
      if (!answer) throw new Error();
      chat.querySelector("[action='/help/clear']")?.removeAttribute("hidden");
      if ((field as HTMLTextAreaElement).value.trim() === question) (field as HTMLTextAreaElement).value = "";
    } catch (error) {
      typing.remove();
      const refusal = (error as Error).message;
      // A refused question was not asked; it stays in the field.
      if (error instanceof TypeError || !refusal) addTurn("assistant", SORRY);
      else asked.turn.remove();
      (form as HTMLFormElement).before(errorToast(error instanceof TypeError || !refusal ? failure : refusal));
    }
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (isBusy || !question) return;
    isBusy = true;
    log.setAttribute("aria-busy", "true");
    update();
    await send(question);
    isBusy = false;
    log.removeAttribute("aria-busy");
    update();
    const { activeElement: focused, body } = document;
    // The user may type elsewhere by now.
    if (focused === body || chat.contains(focused)) field.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  field.addEventListener("input", update);
  update();
  toEnd();
}

function errorToast(description: string): HTMLElement {
  const words = element("div", "", element("p", "toast-title", "Error"), element("p", "", description));
  const toast = element("div", "toast toast-error", words);
  toast.setAttribute("role", "alert");
  return toast;
}

/** The message of a refused form; empty if there is none. */
async function refusalOf(response: Response): Promise<string> {
  const refused = await response.json().catch(() => undefined);
  return Object.values((refused?.error ?? {}) as Record<string, string[]>)
    .flat()
    .join(" ");
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.slice(6)) as AnswerEvent;
  }
}

let panel: HTMLElement | undefined;
let isOpening = false;
let pressed: HTMLAnchorElement;

/** Opens the chat of the help page, with its conversation and its styles. */
async function openPanel(): Promise<void> {
  const page = new DOMParser().parseFromString(await (await fetch(pressed.href)).text(), "text/html");
  const chat = page.querySelector<HTMLElement>("#help-chat");
  if (!chat) throw new Error("no chat");
  await Promise.all(
    [...page.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(({ href }) => {
      if ([...document.styleSheets].some((sheet) => sheet.href === href)) return undefined;
      const link = Object.assign(element("link"), { rel: "stylesheet", href });
      document.head.append(link);
      return new Promise((loaded) => {
        link.onload = link.onerror = loaded;
      });
    }),
  );
  const button = pressed;
  if (!button.isConnected) return;
  const close = element("button", "button button-quiet", "Close");
  close.type = "button";
  close.onclick = () => closePanel(button);
  const title = element("h2", "", "Help");
  const all = Object.assign(element("a", "row-link", "All help pages"), { href: button.href });
  panel = element("section", "help-panel", element("div", "help-panel-head", title, all, close), chat);
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", "Help");
  panel.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closePanel(button);
  });
  document.body.append(panel);
  button.setAttribute("aria-expanded", "true");
  enhanceChat(chat);
  chat.querySelector("textarea")?.focus();
}

function closePanel(button: HTMLElement): void {
  panel?.remove();
  panel = undefined;
  button.setAttribute("aria-expanded", "false");
  button.focus();
}

/** False in browsers before 2023, which show the page instead. */
const isModern = CSS.supports("selector(&)");

// Before other listeners, which would follow the link.
document.addEventListener(
  "click",
  (event) => {
    const button = (event.target as Element).closest?.<HTMLAnchorElement>("a.help-button");
    if (!isModern || !button || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    if (panel) return closePanel(button);
    pressed = button;
    if (isOpening) return;
    isOpening = true;
    openPanel()
      .catch(() => isPageOf(pressed) && location.assign(pressed.href))
      .finally(() => {
        isOpening = false;
      });
  },
  true,
);

const onPage = document.querySelector<HTMLElement>("#help-chat");
if (isModern && onPage) enhanceChat(onPage);
