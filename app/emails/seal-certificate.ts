import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, oneLine, personName, salutation } from "./props";

export const sealCertificateProps = z.object({
  name: personName,
  title: oneLine,
  /** In the sender’s zone. */
  sealedOn: day,
  deliveryDate: day,
  fileCount: z.int().min(0),
  fingerprint: oneLine,
  /** Lines of 64 characters. */
  certificate: z.string().regex(/^[\x20-\x7e\n]+$/),
  url: link,
});

/** Contains digests, and nothing of the content. */
export function sealCertificateMail(props: z.output<typeof sealCertificateProps>): Email {
  const { title, fileCount } = props;
  return compose({
    subject: `Sealed: ${title}`,
    preheader: "Your certificate, to keep.",
    title: "Your seal certificate",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `You sealed “${title}”. Nobody can open or change it before its day, not even you.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: title },
          { label: "Sealed", value: longDate(props.sealedOn) },
          { label: "Will be delivered", value: longDate(props.deliveryDate) },
          ...(fileCount > 0 ? [{ label: "Files", value: String(fileCount) }] : []),
          { label: "Fingerprint", value: props.fingerprint },
        ],
      },
      { kind: "button", label: "See the vault", url: props.url },
      {
        kind: "paragraph",
        text: `Below is its certificate. It records what was in the vault when you sealed it, without revealing it, so that one day your recipient can check that nothing changed. Please keep this email. Anyone can check the certificate at ${new URL(props.url).host}/verify.`,
      },
      { kind: "document", lines: props.certificate },
    ],
    closing: "You get this email because you sealed this memory at Amberkeep.",
  });
}
