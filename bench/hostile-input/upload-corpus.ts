import { createId } from "@paralleldrive/cuid2";
import { HARMLESS } from "../../tests/corpus/harmless.ts";
import { HOSTILE } from "../../tests/corpus/hostile.ts";
import type { SignedIn } from "../harness/accounts.ts";
import type { Measurement } from "../harness/bench.ts";
import { HEAVY, type Memory, measurePeakMemory } from "./corpus-memory.ts";

type CorpusFile = { name: string; kind: string; content: Buffer; expected: string };

/** In bytes: what the machine of fly.toml has. */
const MACHINE = 512 * 1024 * 1024;

type Web = { url: string; pid: number };

/**
 * Compares the answers to hostile and real files with the corpus, and measures the memory that they take. Takes the
 * first of each kind unless `isWhole`.
 */
export async function measureUploadCorpus(web: Web, sender: SignedIn, isWhole: boolean): Promise<Measurement> {
  const hostile = isWhole ? HOSTILE : firstOfEachKind(HOSTILE);
  const harmless = isWhole ? HARMLESS : firstOfEachKind(HARMLESS);
  const files: CorpusFile[] = [];
  for (const { name, kind, make, reason } of hostile)
    files.push({ name, kind, content: await make(), expected: reason });
  for (const { name, kind, make } of harmless) files.push({ name, kind, content: await make(), expected: "ok" });
  for (const { name, kind, make } of isWhole ? HEAVY : [])
    files.push({ name, kind, content: await make(), expected: "ok" });
  const wrong: string[] = [];
  const memory = await measurePeakMemory(web.pid, async () => {
    for (const file of files) {
      const answer = await send(web.url, sender, file);
      if (answer !== file.expected) wrong.push(`${file.name} as ${file.kind}: ${answer}, not ${file.expected}`);
    }
  });
  return {
    cases: files.length,
    failures: {
      wrongUploads: wrong.length,
      ...(isWhole && { overMemory: memory.withDecoder > MACHINE ? 1 : 0 }),
    },
    report: [
      `  upload corpus: ${hostile.length} files to be refused and ${files.length - hostile.length} to be accepted: ${wrong.length} wrong answers`,
      describe(memory),
      ...wrong.map((example) => `  ! ${example}`),
    ].join("\n"),
  };
}

function describe({ web, withDecoder }: Memory): string {
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
  return `  highest memory meanwhile: the web process ${megabytes(web)} MB, with its picture process ${megabytes(withDecoder)} MB (good: below 512)`;
}

function firstOfEachKind<File extends { kind: string }>(files: readonly File[]): File[] {
  return [...Map.groupBy(files, ({ kind }) => kind).values()].flatMap(([first]) => first ?? []);
}

/** The reason of a refusal, or "ok". */
async function send(url: string, { cookie, csrf }: SignedIn, { name, kind, content }: CorpusFile): Promise<string> {
  const headers = { Cookie: cookie, Accept: "application/json" };
  const post = async (path: string, body: BodyInit, more: Record<string, string> = {}) => {
    const response = await fetch(url + path, { method: "POST", headers: { ...headers, ...more }, body });
    if (response.status >= 500) return { ok: false, reason: `status ${response.status}` };
    return response.json();
  };
  const about = { csrf, formId: createId(), kind, fileName: name, bytes: String(content.length), type: "letter" };
  const begun = await post("/uploads", new URLSearchParams(about));
  if (!begun.ok) return begun.reason;
  const form = new FormData();
  form.set("csrf", csrf);
  form.set("file", new Blob([new Uint8Array(content)]), "blob");
  const range = { "Content-Range": `bytes 0-${content.length - 1}/${content.length}` };
  const sent = await post(begun.to.url, form, range);
  const finished = sent.ok ? await post(`/uploads/${begun.id}/finish`, new URLSearchParams({ csrf })) : sent;
  await post(`/uploads/${begun.id}/remove`, new URLSearchParams({ csrf }));
  return finished.ok ? "ok" : finished.reason;
}
