import type { z } from "zod";
import { addressTrouble, addressTroubleProps } from "./address-trouble";
import { annualLetter, annualLetterProps } from "./annual-letter";
import { answerNotice, answerNoticeProps } from "./answer-notice";
import { backupRequest, backupRequestProps } from "./backup-request";
import { chosenReminder, chosenReminderProps } from "./chosen-reminder";
import type { Email } from "./content";
import { deliveredNotice, deliveredNoticeProps } from "./delivered-notice";
import { delivery, deliveryProps } from "./delivery";
import { deliveryReminder, deliveryReminderProps } from "./delivery-reminder";
import { legacyInvitation, legacyInvitationProps } from "./legacy-invitation";
import { legacyOpen, legacyOpenProps } from "./legacy-open";
import { legacyReaddressed, legacyReaddressedProps } from "./legacy-readdressed";
import { legacyRequest, legacyRequestProps } from "./legacy-request";
import { legacyWait, legacyWaitProps } from "./legacy-wait";
import { notDelivered, notDeliveredProps } from "./not-delivered";
import { openingCode, openingCodeProps } from "./opening-code";
import { passwordReset, passwordResetProps } from "./password-reset";
import { recipientConfirmation, recipientConfirmationProps } from "./recipient-confirmation";
import { rehearsal } from "./rehearsal";
import { replyNotice, replyNoticeProps } from "./reply-notice";
import { sealCertificate, sealCertificateProps } from "./seal-certificate";
import { stillRight, stillRightProps } from "./still-right";
import { tryingAnotherWay, tryingAnotherWayProps } from "./trying-another-way";
import { verifyAddress, verifyAddressProps } from "./verify-address";
import { verifyReminder, verifyReminderProps } from "./verify-reminder";
import { weeklyDigest, weeklyDigestProps } from "./weekly-digest";

/** Every mail by its kind in the outbox: the schema of its payload and its template. */
export const emails = {
  verify_address: template(verifyAddressProps, verifyAddress),
  delivery: template(deliveryProps, delivery),
  opening_code: template(openingCodeProps, openingCode),
  password_reset: template(passwordResetProps, passwordReset),
  delivery_reminder: template(deliveryReminderProps, deliveryReminder),
  chosen_reminder: template(chosenReminderProps, chosenReminder),
  delivered_notice: template(deliveredNoticeProps, deliveredNotice),
  trying_another_way: template(tryingAnotherWayProps, tryingAnotherWay),
  backup_request: template(backupRequestProps, backupRequest),
  not_delivered: template(notDeliveredProps, notDelivered),
  seal_certificate: template(sealCertificateProps, sealCertificate),
  rehearsal: template(deliveryProps, rehearsal),
  legacy_invitation: template(legacyInvitationProps, legacyInvitation),
  legacy_request: template(legacyRequestProps, legacyRequest),
  legacy_readdressed: template(legacyReaddressedProps, legacyReaddressed),
  legacy_wait: template(legacyWaitProps, legacyWait),
  legacy_open: template(legacyOpenProps, legacyOpen),
  weekly_digest: template(weeklyDigestProps, weeklyDigest),
  recipient_confirmation: template(recipientConfirmationProps, recipientConfirmation),
  address_trouble: template(addressTroubleProps, addressTrouble),
  still_right: template(stillRightProps, stillRight),
  annual_letter: template(annualLetterProps, annualLetter),
  verify_reminder: template(verifyReminderProps, verifyReminder),
  reply_notice: template(replyNoticeProps, replyNotice),
  answer_notice: template(answerNoticeProps, answerNotice),
};

export type EmailKind = keyof typeof emails;

/** The payload of each kind in the outbox. */
export type EmailProps = { [Kind in EmailKind]: z.input<(typeof emails)[Kind]["props"]> };

/**
 * Renders one mail. Pure: the same payload gives the same mail.
 * @throws Error for an unknown kind; ZodError for an invalid payload, with field names but no values
 */
export function renderEmail(kind: string, props: unknown): Email {
  if (!isEmailKind(kind)) throw new Error("There is no mail of this kind");
  return emails[kind].render(props);
}

function isEmailKind(kind: string): kind is EmailKind {
  return Object.hasOwn(emails, kind);
}

function template<Props extends z.ZodType>(props: Props, write: (given: z.output<Props>) => Email) {
  return { props, render: (given: unknown) => write(props.parse(given)) };
}
