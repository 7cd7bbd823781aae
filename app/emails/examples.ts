import type { EmailProps } from "./catalogue";

/** A link of the length that real ones have. */
export const url = "https://amberkeep.example/open/2f0c9b7e6a1d4c58b3f0a9e8d7c6b5a4938271605f4e3d2c1b0a9f8e7d6c5b4a";

/** What each mail could be about: for the page that shows them all, and for the snapshots. */
export const examples: EmailProps = {
  verify_address: { name: "Anna Berger", url },
  delivery: {
    recipientName: "Mia",
    senderName: "Anna Berger",
    title: "On your wedding day",
    writtenOn: "2026-11-20",
    url,
    message:
      "My dear Mia,\n\nby the time you read this you will have forgotten how you danced in the kitchen.\n\n  Mama",
  },
  opening_code: { recipientName: "Mia", code: "042917", minutes: 10 },
  password_reset: { name: "Anna Berger", url },
  delivered_notice: {
    name: "Anna Berger",
    title: "On your wedding day",
    recipientName: "Mia",
    deliveredOn: "2044-06-11",
    url,
    stopUrl: url,
  },
  delivery_reminder: {
    recipientName: "Mia",
    senderName: "Anna Berger",
    title: "On your wedding day",
    handedOverOn: "2044-06-11",
    url,
  },
  chosen_reminder: {
    recipientName: "Mia",
    senderName: "Anna Berger",
    title: "On your wedding day",
    writtenOn: "2026-11-20",
    url,
  },
  not_delivered: {
    name: "Anna Berger",
    title: "On your wedding day",
    recipientName: "Mia",
    recipientEmail: "mia@example.net",
    reason: "550 5.1.1 No such user here",
    url,
  },
  seal_certificate: {
    name: "Anna Berger",
    title: "On your wedding day",
    sealedOn: "2026-11-20",
    deliveryDate: "2044-06-14",
    fileCount: 1,
    fingerprint: Array.from({ length: 16 }, (_, index) => (index * 4369).toString(16).padStart(4, "0")).join(" "),
    certificate: `-----BEGIN AMBERKEEP CERTIFICATE-----\n${`${"eyJt".repeat(16)}\n`.repeat(3)}-----END AMBERKEEP CERTIFICATE-----`,
    url,
  },
  rehearsal: {
    recipientName: "Mia",
    senderName: "Anna Berger",
    title: "On your wedding day",
    writtenOn: "2026-11-20",
    url,
  },
  legacy_invitation: { name: "Eva Sommer", ownerName: "Anna Berger", url },
  legacy_request: { name: "Eva Sommer", ownerName: "Anna Berger", recipientName: "Mia", url },
  legacy_readdressed: {
    name: "Anna Berger",
    contactName: "Eva Sommer",
    title: "On your wedding day",
    recipientName: "Mia",
    recipientEmail: "mia.berger@example.net",
    url,
  },
  legacy_wait: {
    name: "Anna Berger",
    contactName: "Eva Sommer",
    title: "On your wedding day",
    recipientName: "Mia",
    kind: "view",
    opensOn: "2044-07-14",
    isReminder: false,
    url,
  },
  legacy_open: { name: "Eva Sommer", ownerName: "Anna Berger", recipientName: "Mia", kind: "duplicate", url },
  reply_notice: { name: "Anna Berger", fromName: "Mia", title: "On your wedding day", url },
  answer_notice: { recipientName: "Mia", senderName: "Anna Berger", title: "On your wedding day", url },
  weekly_digest: {
    name: "Anna Berger",
    upcoming: [
      { title: "On your wedding day", recipientName: "Mia", on: "2044-06-14" },
      { title: "For when I am fifty", recipientName: "yourself", on: "2044-06-30" },
    ],
    delivered: [{ title: "The summer by the lake", recipientName: "Jonas", on: "2044-05-28" }],
    held: ["For Aunt Rosa"],
    drafts: 2,
    url,
    stopUrl: url,
  },
  recipient_confirmation: { recipientName: "Mia", url },
  address_trouble: {
    name: "Anna Berger",
    vaults: [
      {
        title: "On your wedding day",
        recipientName: "Mia",
        recipientEmail: "mia@exampel.net",
        trouble: "Nobody takes mail there",
        deliveryDate: "2044-06-14",
      },
    ],
    url,
  },
  still_right: {
    name: "Anna Berger",
    vaults: [
      {
        title: "On your wedding day",
        recipientName: "Mia",
        recipientEmail: "mia@example.net",
        deliveryDate: "2044-06-14",
      },
      {
        title: "For Jonas",
        recipientName: "Jonas",
        recipientEmail: "jonas@example.net",
        deliveryDate: "2051-01-02",
      },
    ],
    more: 0,
    url,
    stopUrl: url,
  },
  annual_letter: {
    name: "Anna Berger",
    vaults: [
      {
        title: "On your wedding day",
        recipientName: "Mia",
        deliveryDate: "2044-06-14",
        distance: "in 17 years and 7 months",
        content: "The letter and 3 files are as you left them",
        address: "Confirmed by whoever reads there",
      },
    ],
    more: 2,
    url,
    stopUrl: url,
  },
  verify_reminder: {
    name: "Anna Berger",
    vaults: [{ title: "On your wedding day", deliveryDate: "2044-06-14", isPast: false }],
    url,
  },
};
