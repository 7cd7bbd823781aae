import { describeFailure } from "~/domain/writing/failure.server";
import type { FormRefusal } from "~/http/form.server";
import { notSaved } from "./refusals";

const FAILED = {
  save: ["Failed to Save Memory", "Failed to save memory"],
  update: ["Failed to Update Memory", "Failed to update memory"],
} as const;

/** @param reference finds the failure in the log */
export function failedToSave(error: unknown, what: keyof typeof FAILED, reference: string): FormRefusal {
  const failure = describeFailure(error, reference);
  if (!failure) return notSaved(what);
  const [title, failed] = FAILED[what];
  const description = `${failed}: ${failure.sentence}`;
  return {
    form: `${title}. ${description}`,
    toast: { title, description, kind: "error" },
    status: failure.isKnown ? 400 : 503,
  };
}
