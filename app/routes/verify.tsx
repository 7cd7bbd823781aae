import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { verificationInWords } from "~/domain/seal/verification-words";
import { verifyCertificate } from "~/domain/seal/verify-certificate.server";
import { MAX_COMPARED_FILES, readCertificateForm } from "~/http/seal/certificate-form.server";
import { certificateStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { VerifyPage, type VerifyResult } from "~/ui/seal/verify-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

const MISSING = "Please paste a certificate, or choose its file.";
const UNREADABLE = "We can’t read this certificate. Is all of it there, from the first line to the last?";

export const handle = { isDescribed: true, hydrate: false };

/** Nothing is stored, so the action responds with the page itself. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readCertificateForm(request, context);
  if (!form.ok) return form.response;
  if (!form.text.trim()) return form.refuse({ fields: { certificate: MISSING } });
  const verification = await verifyCertificate(form.text, form.files);
  if (verification.status === "unreadable") return form.refuse({ fields: { certificate: UNREADABLE } });
  const lacksSalt = verification.status === "genuine" && !verification.compared && form.files.length > 0;
  const words = verificationInWords(verification);
  const result: VerifyResult = { ...words, sentences: [...words.sentences, ...overflow(form.uncompared)], lacksSalt };
  return json({ initialValue: { certificate: form.text }, result });
}

function overflow(uncompared: number): string[] {
  if (uncompared === 0) return [];
  return [`We compared only the first ${MAX_COMPARED_FILES} files. Please check the others separately.`];
}

export const links = certificateStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Check a seal certificate | Amberkeep",
    description: "Find out what an Amberkeep seal certificate proves. The contents stay private.",
    path: "/verify",
  });

type Answer = SubmissionResult<string[]> & { result?: VerifyResult };

export default function VerifyRoute() {
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <Page chrome={useChrome()} width="letter">
      <VerifyPage result={answer?.result ?? null} lastResult={answer} />
    </Page>
  );
}
