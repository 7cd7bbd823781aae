import { parseWithZod } from "@conform-to/zod/v4";
import type { FormKind } from "~/domain/vault/vault";
import { vaultSchema } from "./vault-schema";

type Context = { form: HTMLFormElement; formData: FormData };

/** Loaded lazily, with zod. `now` is the server's, since the clock of a device may be wrong. */
export const vaultRules =
  (kind: FormKind, now: Date) =>
  ({ form, formData }: Context) =>
    parseWithZod(formData, { schema: vaultSchema(kind, now, { hasFiles: hasFiles(form, formData) }) });

/** Whether a file is kept or newly chosen. */
function hasFiles(form: HTMLFormElement, formData: FormData): boolean {
  const isChosen = [...formData.values()].some((value) => typeof value !== "string" && value.size > 0);
  const isThere = form.querySelector(".file:not(:has([name=remove]:checked, [name=copy]))") !== null;
  return isChosen || isThere || formData.has("copy");
}
