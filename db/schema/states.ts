/** The values of columns that hold one of a fixed list. No import of drizzle: the browser uses these lists as well. */

export const VAULT_TYPES = ["letter", "video", "photo", "audio", "memory-board", "future-self"] as const;
export type VaultType = (typeof VAULT_TYPES)[number];

export const VAULT_STATES = ["draft", "scheduled", "sealed", "delivering", "delivered", "held", "cancelled"] as const;
export type VaultState = (typeof VAULT_STATES)[number];

/** The owner's lists, which follow from the state. */
export const VAULT_LISTS = ["draft", "pending", "delivered", "cancelled"] as const;
export type VaultList = (typeof VAULT_LISTS)[number];

/**
 * What is known of a vault's recipient addresses, the worst first: the reader said that it is not theirs (`denied`), our
 * question bounced (`returned`), the domain takes no mail (`no_mail`), no reply yet (`asked`), all confirmed.
 */
export const ADDRESS_STATUSES = ["denied", "returned", "no_mail", "asked", "confirmed"] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** What the domain name system said of an address's domain. */
export const DOMAIN_STATUSES = ["takes_mail", "takes_none"] as const;
export const ADDRESS_ANSWERS = ["confirmed", "denied", "returned"] as const;

/** One recipient's delivery. `arrived`, `opened` and `bounced` are reported later. */
export const DELIVERY_STATES = ["queued", "sent", "arrived", "opened", "bounced", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The ladder from the bottom up. See docs/decisions/0026-escalation-ladder.md. */
export const RUNGS = ["first_address", "second_address", "sms", "backup", "legacy", "sender", "held"] as const;
export type Rung = (typeof RUNGS)[number];

/** Beside the ladder: the recipient has blocked the sender. */
export const UNWANTED = "unwanted";
export const DELIVERY_RUNGS = [...RUNGS, UNWANTED] as const;
export type DeliveryRung = (typeof DELIVERY_RUNGS)[number];

export const CHANNELS = ["mail", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export const MESSAGE_STATES = ["queued", "sending", "sent", "failed"] as const;

export const PROVIDERS = ["mailgun", "twilio"] as const;
/** What an event means for a message; `other` is stored and has no effect. */
export const PROVIDER_EVENT_KINDS = ["arrived", "bounced", "delayed", "complained", "other"] as const;
export type ProviderEventKind = (typeof PROVIDER_EVENT_KINDS)[number];

export const MEDIA_KINDS = ["photo", "video", "audio"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A refused upload is deleted. */
export const UPLOAD_STATES = ["receiving", "ready"] as const;

export const RELATIONSHIPS = ["spouse", "parent", "child", "sibling", "friend", "other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** A legacy contact. A removed one is deleted. */
export const CONTACT_STATES = ["invited", "accepted", "declined"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** A legacy contact waits to read a vault, at their request, or for a copy, which is sent by itself. */
export const LEGACY_REQUEST_KINDS = ["view", "duplicate"] as const;
export type LegacyRequestKind = (typeof LEGACY_REQUEST_KINDS)[number];

/**
 * `waiting` until its day, `open` from then on, `stopped` by the owner for good; `over` once the vault arrived, was sent
 * again, or the permission was taken back: a new request starts a new wait.
 */
export const LEGACY_REQUEST_STATES = ["waiting", "open", "stopped", "over"] as const;
export type LegacyRequestState = (typeof LEGACY_REQUEST_STATES)[number];

export const LINK_PURPOSES = ["verify_address", "password_reset"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
