import { createSecretToken } from "~/services/secret-token.server";

type Bounce = {
  /** The returned mail, or only its headers. */
  mail: string;
  returned?: "message/rfc822" | "text/rfc822-headers";
  action?: string;
  status?: string;
  reply?: string;
};

/** A report of a mail that could not be delivered, in Postfix's form. */
export function bounceOf({
  mail,
  returned = "message/rfc822",
  action = "failed",
  status = "5.1.1",
  reply = "smtp; 550 5.1.1 <mia@example.net>: Recipient address rejected:\r\n    User unknown",
}: Bounce): string {
  return [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.example.net>",
    "To: letters@amberkeep.example",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '\tboundary="4C38C16E117.1795802632/mx.example.net"',
    `Message-Id: <${createSecretToken()}@mx.example.net>`,
    "",
    "--4C38C16E117.1795802632/mx.example.net",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--4C38C16E117.1795802632/mx.example.net",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.net",
    "Arrival-Date: Fri, 27 Nov 2026 18:03:52 +0000 (UTC)",
    "",
    "Final-Recipient: rfc822; mia@example.net",
    "Original-Recipient: rfc822;mia@example.net",
    `Action: ${action}`,
    `Status: ${status}`,
    ...(reply ? [`Diagnostic-Code: ${reply}`] : []),
    "",
    "--4C38C16E117.1795802632/mx.example.net",
    `Content-Type: ${returned}`,
    "",
    mail,
    "--4C38C16E117.1795802632/mx.example.net--",
    "",
  ].join("\r\n");
}
