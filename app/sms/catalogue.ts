import type { z } from "zod";
import { chosenReminderSms, chosenReminderSmsProps } from "./chosen-reminder-sms";
import { deliverySms, deliverySmsProps } from "./delivery-sms";
import { openingCodeSms, openingCodeSmsProps } from "./opening-code-sms";

/** Every text message that Amberkeep sends: its kind as stored in the outbox, the schema of its payload, and how it reads. */
export const texts = {
  delivery_sms: template(deliverySmsProps, deliverySms),
  opening_code_sms: template(openingCodeSmsProps, openingCodeSms),
  chosen_reminder_sms: template(chosenReminderSmsProps, chosenReminderSms),
};

export type SmsKind = keyof typeof texts;

/** What to store in the outbox for each kind of text message. */
export type SmsProps = { [Kind in SmsKind]: z.input<(typeof texts)[Kind]["props"]> };

/**
 * Words one text message. Pure: the same payload gives the same words, by which the provider is asked for it later.
 * @param kind as it comes out of the outbox, hence any string
 * @throws Error for an unknown kind; ZodError when the payload does not fit it, naming fields and never their values
 */
export function renderSms(kind: string, props: unknown): string {
  if (!isSmsKind(kind)) throw new Error("There is no text message of this kind");
  return texts[kind].render(props);
}

export function isSmsKind(kind: string): kind is SmsKind {
  return Object.hasOwn(texts, kind);
}

function template<Props extends z.ZodType>(props: Props, write: (given: z.output<Props>) => string) {
  return { props, render: (given: unknown) => write(props.parse(given)) };
}
