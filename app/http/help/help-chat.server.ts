import { isAssistantConfigured } from "~/domain/help/answer-question.server";
import { type AnswerPart, HELP_SECTIONS, helpPath } from "~/domain/help/article";
import { findArticle, HELP_ARTICLES, MOST_ASKED } from "~/domain/help/articles";
import { askHelp, type RecordedAnswer } from "~/domain/help/ask.server";
import { readConversation } from "~/domain/help/conversation.server";
import { questionSchema } from "~/domain/help/question-schema";
import { helpCookie } from "~/http/cookies.server";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";

export async function helpToken(request: Request): Promise<string | undefined> {
  const value: unknown = await helpCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : undefined;
}

export async function conversationOf(request: Request) {
  const turns = await readConversation(await helpToken(request));
  return turns.map(({ role, content, pages }) => ({ role, content, pages: linksTo(pages) }));
}

/** A link to each help article that still exists. */
export function linksTo(pages: string[]): { href: string; title: string }[] {
  return pages.flatMap((id) => {
    const article = findArticle(id);
    return article ? [{ href: helpPath(id), title: article.title }] : [];
  });
}

export const mostAsked = () => linksTo(MOST_ASKED);

export function helpSections() {
  return Object.entries(HELP_SECTIONS).map(([section, title]) => ({
    section,
    title,
    pages: linksTo(HELP_ARTICLES.filter((article) => article.section === section).map(({ id }) => id)),
  }));
}

type Question =
  | { ok: true; asked: RecordedAnswer; headers: Headers; refuse: (refusal: FormRefusal) => Response }
  | { ok: false; response: Response };

export const NO_ANSWER = "Failed to get response from AI agent";

/** Reads the form with a question; the answer is under way when it returns. */
export async function readQuestion(request: Request, { clientIp }: RequestContext): Promise<Question> {
  const form = await readForm(request, questionSchema);
  if (!form.ok) return form;
  const limit = await rateLimited({ help_ip: clientIp });
  if (limit) return { ok: false, response: form.refuse(limit) };
  const usesAssistant = isAssistantConfigured && !(await rateLimited({ help_model: "all" }));
  const asked = await askHelp(await helpToken(request), form.value.question, request.signal, { usesAssistant });
  const headers = new Headers({ "Set-Cookie": await helpCookie.serialize(asked.token) });
  return { ok: true, asked, headers, refuse: form.refuse };
}

/** Server-sent events (WHATWG HTML, section 9.2): `{ text }`, `{ pages }`, or `{ error }` when it failed. */
export function streamOf(answer: AsyncGenerator<AnswerPart>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const event = (data: unknown) => encoder.encode(`data: ${JSON.stringify(data)}\n\n`);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await answer.next();
        if (done) return controller.close();
        controller.enqueue(event("pages" in value ? { pages: linksTo(value.pages) } : value));
      } catch {
        controller.enqueue(event({ error: NO_ANSWER }));
        controller.close();
      }
    },
    async cancel() {
      await answer.return(undefined);
    },
  });
}
