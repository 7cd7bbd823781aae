import type { z } from "zod";
import { chosenReminderText, chosenReminderTextProps } from "./chosen-reminder-sms";
import { deliveryText, deliveryTextProps } from "./delivery-sms";
import { openingCodeText, openingCodeTextProps } from "./opening-code-sms";

/** Every text message that Amberkeep sends: its kind as stored in the outbox, the schema of its payload, and how it reads. */
export const texts = {
  delivery_text: template(deliveryTextProps, deliveryText),
  opening_code_text: template(openingCodeTextProps, openingCodeText),
  chosen_reminder_text: template(chosenReminderTextProps, chosenReminderText),
};

export type TextKind = keyof typeof texts;

/** What to store in the outbox for each kind of text message. */
export type TextProps = { [Kind in TextKind]: z.input<(typeof texts)[Kind]["props"]> };

/**
 * Words one text message. Pure: the same payload gives the same words, by which the provider is asked for it later.
 * @param kind as it comes out of the outbox, hence any string
 * @throws Error for an unknown kind; ZodError when the payload does not fit it, naming fields and never their values
 */
export function renderText(kind: string, props: unknown): string {
  if (!isTextKind(kind)) throw new Error("There is no text message of this kind");
  return texts[kind].render(props);
}

export function isTextKind(kind: string): kind is TextKind {
  return Object.hasOwn(texts, kind);
}

function template<Props extends z.ZodType>(props: Props, write: (given: z.output<Props>) => string) {
  return { props, render: (given: unknown) => write(props.parse(given)) };
}
