import { createId } from "@paralleldrive/cuid2";
import { HARMLESS } from "../../tests/corpus/harmless.ts";
import { HOSTILE } from "../../tests/corpus/hostile.ts";

type Sender = { cookie: string; csrf: string };
type Sent = { name: string; kind: string; content: Buffer; expected: string };

/**
 * Sends what people and attackers send instead of photos, films and recordings to the running app, beside real ones, and
 * compares each verdict with the right one.
 */
export async function measureUploadVerdicts(url: string, sender: Sender): Promise<string> {
  const files: Sent[] = [];
  for (const { name, kind, make, reason } of HOSTILE)
    files.push({ name, kind, content: await make(), expected: reason });
  for (const { name, kind, make } of HARMLESS) files.push({ name, kind, content: await make(), expected: "ok" });
  const wrong: string[] = [];
  for (const file of files) {
    const verdict = await send(url, sender, file);
    if (verdict !== file.expected) wrong.push(`${file.name} as ${file.kind}: ${verdict}, not ${file.expected}`);
  }
  return [
    `  upload corpus: ${HOSTILE.length} files that are to be refused and ${HARMLESS.length} that are to be taken: ${wrong.length} wrong verdicts`,
    ...wrong.map((example) => `  ! ${example}`),
  ].join("\n");
}

/** The reason for which a file is refused, or "ok". */
async function send(url: string, { cookie, csrf }: Sender, { name, kind, content }: Sent): Promise<string> {
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
