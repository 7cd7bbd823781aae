import { CSRF_FIELD, isCsrfTokenValid } from "./csrf.server";
import { fieldsReadFrom, readFormData, type SentFields } from "./form-data.server";

/** Fields that are never rendered again, with the type of their input. */
export const SECRET_INPUTS = { password: "password", confirmPassword: "password", code: "text" } as const;
/** The answer of a passkey counts only once. */
export const UNREPEATABLE = "credential";

/**
 * A form whose request failed, for sending it again from the error page: without secrets and files, which have to be
 * entered again. Undefined without a valid CSRF token, and for the answer of a passkey.
 */
export async function readSentForm(request: Request) {
  const fields = (await fieldsReadFrom(request)) ?? (request.bodyUsed ? [] : await readFields(request));
  const token = fields.find(([name]) => name === CSRF_FIELD)?.[1];
  if (!(await isCsrfTokenValid(request, token)) || fields.some(([name]) => name === UNREPEATABLE)) return undefined;
  const { pathname, search } = new URL(request.url);
  const isMultipart = request.headers.get("Content-Type")?.startsWith("multipart/") ?? false;
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const files = fields.flatMap(([name, value]) =>
    typeof value !== "string" && value.size > 0 ? [{ name, value }] : [],
  );
  return {
    action: pathname + search,
    isMultipart,
    fields: texts.filter(([name]) => !isSecret(name)),
    secrets: texts.flatMap(([name]) => (isSecret(name) ? [{ name, kind: SECRET_INPUTS[name] }] : [])),
    files: [...Map.groupBy(files, ({ name }) => name)].map(([name, sent]) => ({
      name,
      fileNames: sent.map(({ value }) => value.name),
    })),
  };
}

const isSecret = (name: string): name is keyof typeof SECRET_INPUTS => Object.hasOwn(SECRET_INPUTS, name);

async function readFields(request: Request): Promise<SentFields> {
  await readFormData(request);
  return (await fieldsReadFrom(request)) ?? [];
}
