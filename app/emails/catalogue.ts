import type { z } from "zod";
import { addressTroubleMail, addressTroubleProps } from "./address-trouble";
import { annualLetterMail, annualLetterProps } from "./annual-letter";
import { answerNoticeMail, answerNoticeProps } from "./answer-notice";
import { backupRequestMail, backupRequestProps } from "./backup-request";
import { blockedNoticeMail, blockedNoticeProps } from "./blocked-notice";
import { boardReportMail, boardReportProps } from "./board-report";
import { boardThanksMail, boardThanksProps } from "./board-thanks";
import { changeEmailMail, changeEmailProps } from "./change-email";
import { chosenReminderMail, chosenReminderProps } from "./chosen-reminder";
import type { Email } from "./content";
import { deliveredNoticeMail, deliveredNoticeProps } from "./delivered-notice";
import { deliveryMail, deliveryProps } from "./delivery";
import { deliveryReminderMail, deliveryReminderProps } from "./delivery-reminder";
import { endingSoonMail, endingSoonProps } from "./ending-soon";
import { erasurePlannedMail, erasurePlannedProps } from "./erasure-planned";
import { erasureStoppedMail, erasureStoppedProps } from "./erasure-stopped";
import { exportReadyMail, exportReadyProps } from "./export-ready";
import { freshLinkMail, freshLinkProps } from "./fresh-link";
import { giftMail, giftProps } from "./gift";
import { giftLostMail, giftLostProps } from "./gift-lost";
import { giftRefundedMail, giftRefundedProps } from "./gift-refunded";
import { guestLinkMail, guestLinkProps } from "./guest-link";
import { hostInvitationMail, hostInvitationProps } from "./host-invitation";
import { legacyEndingMail, legacyEndingProps } from "./legacy-ending";
import { legacyInvitationMail, legacyInvitationProps } from "./legacy-invitation";
import { legacyOpenMail, legacyOpenProps } from "./legacy-open";
import { legacyRequestMail, legacyRequestProps } from "./legacy-request";
import { legacyWaitMail, legacyWaitProps } from "./legacy-wait";
import { newsletterConfirmMail, newsletterConfirmProps } from "./newsletter-confirm";
import {
  accountIssueProps,
  announcementMail,
  marketingEmailMail,
  newsletterIssueMail,
  newsletterIssueProps,
  productUpdateMail,
} from "./newsletter-issue";
import { notDeliveredMail, notDeliveredProps } from "./not-delivered";
import { openingCodeMail, openingCodeProps } from "./opening-code";
import { passwordResetMail, passwordResetProps } from "./password-reset";
import { proposedAddressMail, proposedAddressProps } from "./proposed-address";
import { recipientConfirmationMail, recipientConfirmationProps } from "./recipient-confirmation";
import { rehearsalMail } from "./rehearsal";
import { replyNoticeMail, replyNoticeProps } from "./reply-notice";
import { sealCertificateMail, sealCertificateProps } from "./seal-certificate";
import { securityAlertMail, securityAlertProps } from "./security-alert";
import { signInLinkMail, signInLinkProps } from "./sign-in-link";
import { stillRightMail, stillRightProps } from "./still-right";
import { tryingAnotherWayMail, tryingAnotherWayProps } from "./trying-another-way";
import { verifyAddressMail, verifyAddressProps } from "./verify-address";
import { verifyReminderMail, verifyReminderProps } from "./verify-reminder";
import { weeklyDigestMail, weeklyDigestProps } from "./weekly-digest";

/** Payload schema and template of each mail, by its kind in the outbox. */
export const emails = {
  verify_address: template(verifyAddressProps, verifyAddressMail),
  delivery: template(deliveryProps, deliveryMail),
  opening_code: template(openingCodeProps, openingCodeMail),
  password_reset: template(passwordResetProps, passwordResetMail),
  sign_in_link: template(signInLinkProps, signInLinkMail),
  fresh_link: template(freshLinkProps, freshLinkMail),
  delivery_reminder: template(deliveryReminderProps, deliveryReminderMail),
  chosen_reminder: template(chosenReminderProps, chosenReminderMail),
  delivered_notice: template(deliveredNoticeProps, deliveredNoticeMail),
  trying_another_way: template(tryingAnotherWayProps, tryingAnotherWayMail),
  backup_request: template(backupRequestProps, backupRequestMail),
  blocked_notice: template(blockedNoticeProps, blockedNoticeMail),
  not_delivered: template(notDeliveredProps, notDeliveredMail),
  seal_certificate: template(sealCertificateProps, sealCertificateMail),
  rehearsal: template(deliveryProps, rehearsalMail),
  legacy_invitation: template(legacyInvitationProps, legacyInvitationMail),
  legacy_request: template(legacyRequestProps, legacyRequestMail),
  proposed_address: template(proposedAddressProps, proposedAddressMail),
  legacy_wait: template(legacyWaitProps, legacyWaitMail),
  legacy_open: template(legacyOpenProps, legacyOpenMail),
  legacy_ending: template(legacyEndingProps, legacyEndingMail),
  weekly_digest: template(weeklyDigestProps, weeklyDigestMail),
  recipient_confirmation: template(recipientConfirmationProps, recipientConfirmationMail),
  address_trouble: template(addressTroubleProps, addressTroubleMail),
  still_right: template(stillRightProps, stillRightMail),
  annual_letter: template(annualLetterProps, annualLetterMail),
  verify_reminder: template(verifyReminderProps, verifyReminderMail),
  reply_notice: template(replyNoticeProps, replyNoticeMail),
  answer_notice: template(answerNoticeProps, answerNoticeMail),
  change_email: template(changeEmailProps, changeEmailMail),
  security_alert: template(securityAlertProps, securityAlertMail),
  export_ready: template(exportReadyProps, exportReadyMail),
  erasure_planned: template(erasurePlannedProps, erasurePlannedMail),
  erasure_stopped: template(erasureStoppedProps, erasureStoppedMail),
  ending_soon: template(endingSoonProps, endingSoonMail),
  gift: template(giftProps, giftMail),
  gift_lost: template(giftLostProps, giftLostMail),
  gift_refunded: template(giftRefundedProps, giftRefundedMail),
  newsletter_confirm: template(newsletterConfirmProps, newsletterConfirmMail),
  newsletter_issue: template(newsletterIssueProps, newsletterIssueMail),
  announcement: template(accountIssueProps, announcementMail),
  product_update: template(accountIssueProps, productUpdateMail),
  marketing_email: template(accountIssueProps, marketingEmailMail),
  guest_link: template(guestLinkProps, guestLinkMail),
  board_report: template(boardReportProps, boardReportMail),
  host_invitation: template(hostInvitationProps, hostInvitationMail),
  board_thanks: template(boardThanksProps, boardThanksMail),
};

export type EmailKind = keyof typeof emails;

export type EmailProps = { [Kind in EmailKind]: z.input<(typeof emails)[Kind]["props"]> };

/**
 * Pure: the same payload gives the same mail.
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
