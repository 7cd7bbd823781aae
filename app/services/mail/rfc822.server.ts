import { Transform } from "node:stream";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { type Mailbox, singleLine } from "~/mailbox.server";
import { checkMessageId, extraHeaders, idHeader } from "./headers.server";
import type { OutgoingMail } from "./transport.server";

/** Quoted-printable carries any text unchanged through every server: no format=flowed, 8-bit or long lines. */
export function nodemailerOptions(mail: OutgoingMail, { from, to }: { from: string; to: Mailbox }): SendMailOptions {
  return {
    from,
    to,
    subject: singleLine(mail.subject),
    text: mail.text,
    html: mail.html,
    encoding: "quoted-printable",
    messageId: `<${checkMessageId(mail.messageId)}>`,
    headers: Object.entries({ ...extraHeaders(mail), ...idHeader(mail) }).map(([key, value]) => ({
      key,
      value: { prepared: true, value },
    })),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SendMailOptions;
}

/** Encodes `From ` at the beginning of a line: mailboxes in one file change it to `>From ` (RFC 2049, 3). */
export function encodeFromLines(transporter: Pick<Transporter, "use">): void {
  transporter.use("stream", ({ message }, done) => {
    message.transform(() => {
      let unfinished = "";
      return new Transform({
        transform(chunk: Buffer, _, sent) {
          const lines = (unfinished + chunk.toString("latin1")).split("\n");
          unfinished = lines.pop() ?? "";
          sent(null, Buffer.from(lines.map((line) => `${withoutFrom(line)}\n`).join(""), "latin1"));
        },
        flush(sent) {
          sent(null, Buffer.from(withoutFrom(unfinished), "latin1"));
        },
      });
    });
    done();
  });
}

/** Breaks the line, since the rest may have no room for two more characters. */
const withoutFrom = (line: string) => line.replace(/^From /, "=46rom =\r\n");

const toBytes = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
encodeFromLines(toBytes);

/** An `.eml` file (RFC 5322, CRLF line ends), dated now. */
export async function mailBytes(mail: OutgoingMail, mailboxes: { from: string; to: Mailbox }): Promise<Buffer> {
  const { message } = await toBytes.sendMail(nodemailerOptions(mail, mailboxes));
  return message as Buffer;
}

export async function smsBytes(text: { messageId: string; from: string; to: string; body: string }): Promise<Buffer> {
  const { message } = await toBytes.sendMail({
    from: text.from,
    // RFC 5322, 3.4: a group without addresses.
    to: `"${singleLine(text.to).replace(/["\\]/g, "")}":;`,
    subject: "Text message",
    text: text.body,
    encoding: "quoted-printable",
    messageId: `<${checkMessageId(text.messageId)}>`,
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SendMailOptions);
  return message as Buffer;
}
