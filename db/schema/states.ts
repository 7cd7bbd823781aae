/** Without drizzle, as the browser uses these lists as well. */

export const VAULT_TYPES = ["letter", "video", "photo", "audio", "memory-board", "future-self"] as const;
export type VaultType = (typeof VAULT_TYPES)[number];

export const VAULT_STATES = ["draft", "scheduled", "sealed", "delivering", "delivered", "held", "cancelled"] as const;
export type VaultState = (typeof VAULT_STATES)[number];

export const VAULT_LISTS = ["draft", "pending", "delivered", "cancelled"] as const;
export type VaultList = (typeof VAULT_LISTS)[number];

/** The worst first. `returned`: the question bounced; `no_mail`: the domain takes none; `asked`: no reply yet. */
export const ADDRESS_STATUSES = ["denied", "returned", "no_mail", "asked", "confirmed"] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

export const DOMAIN_STATUSES = ["takes_mail", "takes_none"] as const;
export const ADDRESS_ANSWERS = ["confirmed", "denied", "returned"] as const;

export const DELIVERY_STATES = ["queued", "sent", "arrived", "opened", "bounced", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** From the bottom up. See docs/decisions/0026-escalation-ladder.md. */
export const RUNGS = ["first_address", "second_address", "sms", "backup", "legacy", "sender", "held"] as const;
export type Rung = (typeof RUNGS)[number];

export const UNWANTED = "unwanted";
export const DELIVERY_RUNGS = [...RUNGS, UNWANTED] as const;
export type DeliveryRung = (typeof DELIVERY_RUNGS)[number];

export const CHANNELS = ["mail", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export const MESSAGE_STATES = ["queued", "sending", "sent", "failed"] as const;

export const PROVIDERS = ["mailgun", "smtp", "twilio"] as const;
/** `undelivered`: given up for a reason other than the address, such as our reputation. */
export const PROVIDER_EVENT_KINDS = ["arrived", "bounced", "undelivered", "delayed", "complained", "other"] as const;
export type ProviderEventKind = (typeof PROVIDER_EVENT_KINDS)[number];

export const MEDIA_KINDS = ["photo", "video", "audio"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const POST_KINDS = ["note", ...MEDIA_KINDS] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** `waiting` for the host's approval. */
export const POST_STATES = ["waiting", "shown", "hidden"] as const;
export type PostState = (typeof POST_STATES)[number];

export const UPLOAD_STATES = ["receiving", "ready"] as const;

export const RELATIONSHIPS = ["spouse", "parent", "child", "sibling", "friend", "other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

export const CONTACT_STATES = ["invited", "accepted", "declined"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** `view` is at a contact's request; a `duplicate` is sent by itself. */
export const LEGACY_REQUEST_KINDS = ["view", "duplicate"] as const;
export type LegacyRequestKind = (typeof LEGACY_REQUEST_KINDS)[number];

/** `over` once the vault arrived, was sent again, or the permission was taken back: a new request starts a new wait. */
export const LEGACY_REQUEST_STATES = ["waiting", "open", "stopped", "over"] as const;
export type LegacyRequestState = (typeof LEGACY_REQUEST_STATES)[number];

/** `over`: no longer needed or possible when the wait ended. */
export const PROPOSAL_STATES = ["waiting", "sent", "stopped", "over"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** `undo_email` gives an account back the address that it had before. */
export const LINK_PURPOSES = ["verify_address", "password_reset", "change_email", "undo_email", "sign_in"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Links that anyone may request. */
export const REQUESTED_LINKS = ["password_reset", "sign_in"] as const satisfies LinkPurpose[];
export type RequestedLink = (typeof REQUESTED_LINKS)[number];

export const CHALLENGE_PURPOSES = ["register", "sign_in", "confirm"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export const PROFILE_VISIBILITIES = ["private", "contacts", "public"] as const;
export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];

/** What the owner of an account sees in the list of its security events. */
export const SECURITY_EVENTS = [
  "new_device",
  "wrong_passwords",
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_changed",
  "email_restored",
  "sessions_ended",
  "contact_added",
  "contact_removed",
  "sealed_readdressed",
  "export_requested",
  "deletion_requested",
  "deletion_cancelled",
  "passkey_added",
  "passkey_removed",
  "app_added",
  "app_removed",
  "recovery_codes_made",
  "recovery_code_used",
  "wrong_codes",
  "mail_links_on",
  "mail_links_off",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
export const EXPORT_STATES = ["waiting", "preparing", "ready"] as const;

/** `page` has its content in its row; the others are files of vaults, of guests and of replies. */
export const EXPORT_SOURCES = ["page", "media", "post", "copy", "reply"] as const;
export type ExportSource = (typeof EXPORT_SOURCES)[number];

/** What becomes of the vaults that still wait when their owner's account is erased. */
export const WAITING_CHOICES = ["cancel", "deliver"] as const;
export type WaitingChoice = (typeof WAITING_CHOICES)[number];
/** In the order in which they replace each other, whatever order they are reported in. */
export const ORDER_STATUSES = ["pending", "failed", "paid", "refunded", "fraudulent"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** `no_account`: no known checkout; `variant`: not a plan; `price`: another amount or currency than the plan's. */
export const ORDER_PROBLEMS = ["no_account", "variant", "price"] as const;
export type OrderProblem = (typeof ORDER_PROBLEMS)[number];

/** `lost`: it bounced, could not be sent, or its recipient takes no mail from the giver. */
export const GIFT_MAIL_STATES = ["written", "lost"] as const;

export const ORDER_ENTRY_KINDS = ["paid", "refunded"] as const;
