import { renderToStaticMarkup } from "react-dom/server";
import type { Email, EmailContent } from "./content";
import { MailLayout } from "./letter";
import { plainText } from "./plain-text";

export function compose(content: EmailContent): Email {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<MailLayout content={content} />)}`,
    text: plainText(content),
    ...(content.unsubscribeUrl && { unsubscribeUrl: content.unsubscribeUrl }),
  };
}
