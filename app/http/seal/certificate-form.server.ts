import { createHash } from "node:crypto";
import type { z } from "zod";
import { cleanFileName } from "~/domain/media/media";
import { certificateFormSchema } from "~/domain/seal/certificate-schema";
import { type FileToCompare, textDigests } from "~/domain/seal/compare-content.server";
import { CSRF_FIELD, isCsrfTokenValid, readVisitor } from "~/http/csrf.server";
import { type FormRefusal, type ReadForm, validateForm } from "~/http/form.server";
import { readFormData, type SentFile } from "~/http/form-data.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";

/** In bytes; the certificate of a full board has some 50 kB, a message at most 400 kB. */
const TEXT_MAX_BYTES = 512 * 1024;
/** A full vault, with its title, its message and a caption for each file. */
export const MAX_COMPARED_FILES = 250;

type CertificateForm = ReadForm<z.output<typeof certificateFormSchema>> & {
  text: string;
  files: FileToCompare[];
  /** How many files there were beyond `MAX_COMPARED_FILES`. */
  uncompared: number;
};

/** Files are hashed as they arrive, after a valid CSRF token, and not stored. */
export async function readCertificateForm(request: Request, context: RequestContext): Promise<CertificateForm> {
  const files: FileToCompare[] = [];
  let uncompared = 0;
  let fromFile = "";
  let limit: Promise<FormRefusal | undefined> | undefined;
  const isLimited = () => {
    limit ??= rateLimited({ verify_ip: context.clientIp });
    return limit;
  };

  async function take({ name, fileName, content }: SentFile, fields: FormData): Promise<boolean> {
    if (name !== "certificateFile" && name !== "files") return false;
    if (!(await isCsrfTokenValid(request, fields.get(CSRF_FIELD))) || (await isLimited())) return true;
    // Browsers send an empty file field as a file without name and content.
    if (fileName === "") return true;
    if (name === "certificateFile") fromFile = await readText(content);
    else if (files.length === MAX_COMPARED_FILES) uncompared += 1;
    else files.push({ name: cleanFileName(fileName), ...(await hash(content)) });
    return true;
  }

  const { formData, isGarbled } = await readFormData(request, take);
  const isOurs = await isCsrfTokenValid(request, formData.get(CSRF_FIELD));
  const refusal = isOurs ? await isLimited() : undefined;
  const hasCookie = (await readVisitor(request)) !== undefined;
  const form = validateForm(formData, { isGarbled, isOurs, hasCookie }, certificateFormSchema, { refusal });
  return { ...form, text: fromFile || String(formData.get("certificate") ?? ""), files, uncompared };
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.length;
    if (length > TEXT_MAX_BYTES) return "…";
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString("utf8") || "…";
}

async function hash(content: AsyncIterable<Buffer>): Promise<Omit<FileToCompare, "name">> {
  const digest = createHash("sha256");
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    digest.update(piece);
    length += piece.length;
    if (length <= TEXT_MAX_BYTES) pieces.push(Buffer.from(piece));
  }
  const asText = length <= TEXT_MAX_BYTES ? textDigests(Buffer.concat(pieces)) : [];
  return { sha256: digest.digest("hex"), asText };
}
