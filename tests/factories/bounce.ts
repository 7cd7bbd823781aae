type Bounce = {
  messageId: string;
  action?: string;
  status?: string;
  reply?: string;
  /** What follows the fields: the mail, or only its headers. */
  returned?: "message/rfc822" | "text/rfc822-headers";
  /** More headers of the mail. */
  headers?: string[];
  /** Of the report itself. */
  id?: string;
};

/** A report of a mail that could not be delivered, in Postfix's form. */
export function bounceOf({
  messageId,
  action = "failed",
  status = "5.1.1",
  reply = "smtp; 550 5.1.1 <mia@example.net>: Recipient address rejected:\r\n    User unknown",
  returned = "message/rfc822",
  headers = [],
  id = `${action}.${status}.${messageId}`,
}: Bounce): string {
  return [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.example.net>",
    "To: letters@amberkeep.example",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '\tboundary="4C38C16E117.1795802632/mx.example.net"',
    `Message-Id: <${id}>`,
    "",
    "--4C38C16E117.1795802632/mx.example.net",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--4C38C16E117.1795802632/mx.example.net",
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
    "From: Amberkeep <letters@amberkeep.example>",
    "Subject: A letter for you",
    `Message-ID: <${messageId}>`,
    ...headers,
    "",
    ...(returned === "message/rfc822" ? ["Hello", ""] : []),
    "--4C38C16E117.1795802632/mx.example.net--",
    "",
  ].join("\r\n");
}
