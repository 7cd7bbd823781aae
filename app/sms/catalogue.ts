import { z } from "zod";
import { day, link, longDate, personName } from "~/emails/props";

/** An SMS with one curly quote, dash or ellipsis has room for half as much, and costs twice as much. */
const senderName = personName.transform((name) =>
  name.replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"').replace(/[‐-―]/g, "-").replace(/…/g, "..."),
);

/** `isToSelf`: about a message to the future self. */
const sender = z.object({ senderName, isToSelf: z.boolean().optional() });

/** Payload schema and text, by kind in the outbox. */
export const smsTemplates = {
  delivery_sms: template(
    /** `until`: the day that the sender chose, once it has passed. */
    sender.extend({ url: link, until: day.optional() }),
    ({ url, until, ...from }) =>
      `${kept(from)} at Amberkeep, until ${until ? longDate(until) : "today"}. Open it here: ${url}`,
  ),
  opening_code_sms: template(
    z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.int().positive() }),
    ({ code, minutes }) => `Your code for Amberkeep: ${code}. It works for ${minutes} minutes. Please don't share it.`,
  ),
  fresh_link_sms: template(
    sender.extend({ url: link }),
    ({ senderName, isToSelf, url }) =>
      `Our earlier link no longer works. Here is a new one to what ${isToSelf ? "you kept" : `${senderName || "someone"} kept for you`} at Amberkeep: ${url}`,
  ),
  chosen_reminder_sms: template(
    sender.extend({ url: link }),
    ({ url, ...from }) => `You asked us to remind you: ${kept(from)} at Amberkeep. Open it here: ${url}`,
  ),
  ending_soon_sms: template(
    z.object({ senderName, deleteOn: day, url: link }),
    ({ senderName, deleteOn, url }) =>
      `We'll delete what ${senderName || "someone"} kept for you at Amberkeep on ${longDate(deleteOn)}. Save a copy: ${url}`,
  ),
  answer_notice_sms: template(
    z.object({ senderName, url: link }),
    ({ senderName, url }) => `${senderName || "The sender"} answered you at Amberkeep. Read it here: ${url}`,
  ),
};

function kept({ senderName, isToSelf }: z.output<typeof sender>): string {
  return isToSelf ? "You kept something for yourself" : `${senderName || "Someone"} kept something for you`;
}

export type SmsKind = keyof typeof smsTemplates;

export type SmsProps = { [Kind in SmsKind]: z.input<(typeof smsTemplates)[Kind]["props"]> };

/**
 * Pure: the provider's copy of a message is found by its text.
 * @throws Error for an unknown kind; ZodError for an invalid payload, with field names but no values
 */
export function renderSms(kind: string, props: unknown): string {
  if (!isSmsKind(kind)) throw new Error("There is no text message of this kind");
  return smsTemplates[kind].render(props);
}

export function isSmsKind(kind: string): kind is SmsKind {
  return Object.hasOwn(smsTemplates, kind);
}

function template<Props extends z.ZodType>(props: Props, write: (values: z.output<Props>) => string) {
  return { props, render: (values: unknown) => write(props.parse(values)) };
}
