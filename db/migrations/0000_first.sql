CREATE TABLE `credentials` (
	`user_id` char(24) NOT NULL,
	`password_hash` varchar(255) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `credentials_user_id` PRIMARY KEY(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `link_tokens` (
	`token_hash` char(64) NOT NULL,
	`purpose` varchar(20) NOT NULL,
	`user_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`new_email` varchar(254),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	`used_by` char(64),
	CONSTRAINT `link_tokens_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `password_reset_requests` (
	`id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`purpose` varchar(20) NOT NULL DEFAULT 'password_reset',
	`return_to` varchar(500),
	`requested_at` datetime(3) NOT NULL,
	CONSTRAINT `password_reset_requests_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` char(24) NOT NULL,
	`full_name` varchar(200) NOT NULL,
	`email` varchar(254) NOT NULL,
	`phone` varchar(40),
	`time_zone` varchar(64) NOT NULL DEFAULT 'UTC',
	`email_verified_at` datetime(3),
	`plan_id` varchar(20) NOT NULL DEFAULT 'free',
	`granted_plan_id` varchar(20) NOT NULL DEFAULT 'free',
	`vault_limit` int NOT NULL DEFAULT 1,
	`vaults_used` int NOT NULL DEFAULT 0,
	`vaults_delivered` int NOT NULL DEFAULT 0,
	`profile_visibility` varchar(10) NOT NULL DEFAULT 'private',
	`allow_search_by_email` boolean NOT NULL DEFAULT false,
	`show_activity` boolean NOT NULL DEFAULT false,
	`data_sharing` boolean NOT NULL DEFAULT false,
	`analytics_opt_out` boolean NOT NULL DEFAULT false,
	`signs_in_by_mail` boolean NOT NULL DEFAULT true,
	`next_digest_at` datetime(3) NOT NULL DEFAULT '1970-01-01 00:00:00.000',
	`failed_mail_at` datetime(3),
	`failed_mail_kind` varchar(30),
	`is_failed_mail_refused` boolean NOT NULL DEFAULT false,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	`erased_at` datetime(3),
	CONSTRAINT `profiles_id` PRIMARY KEY(`id`),
	CONSTRAINT `profiles_email` UNIQUE(`email`)
);
--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`kind` varchar(30) NOT NULL,
	`device` varchar(80) NOT NULL,
	`happened_at` datetime(3) NOT NULL,
	CONSTRAINT `security_events_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` char(64) NOT NULL,
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`device` varchar(80) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`confirmed_at` datetime(3) NOT NULL,
	`last_seen_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `sessions_token_hash` PRIMARY KEY(`token_hash`),
	CONSTRAINT `sessions_id` UNIQUE(`id`)
);
--> statement-breakpoint
CREATE TABLE `tally_changes` (
	`id` bigint AUTO_INCREMENT NOT NULL,
	`user_id` char(24) NOT NULL,
	`delivered` tinyint NOT NULL,
	CONSTRAINT `tally_changes_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `address_health` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`domain_status` varchar(10),
	`domain_checked_at` datetime(3),
	`asked_at` datetime(3),
	`asks` tinyint NOT NULL DEFAULT 0,
	`answer` varchar(10),
	`answered_at` datetime(3),
	`said_right_at` datetime(3),
	CONSTRAINT `address_health_id` PRIMARY KEY(`id`),
	CONSTRAINT `address_health_address` UNIQUE(`memory_id`,`email`)
);
--> statement-breakpoint
CREATE TABLE `billing_events` (
	`digest` char(64) NOT NULL,
	`name` varchar(60) NOT NULL,
	`order_id` varchar(20),
	`outcome` varchar(20) NOT NULL,
	`received_at` datetime(3) NOT NULL,
	CONSTRAINT `billing_events_digest` PRIMARY KEY(`digest`)
);
--> statement-breakpoint
CREATE TABLE `checkouts` (
	`id` char(24) NOT NULL,
	`user_id` char(24),
	`plan_id` varchar(20) NOT NULL,
	`is_gift` boolean NOT NULL DEFAULT false,
	`email` varchar(254) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `checkouts_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `gifts` (
	`checkout_id` char(24) NOT NULL,
	`giver_name` varchar(200) NOT NULL,
	`recipient_name` varchar(200) NOT NULL,
	`recipient_email` varchar(254) NOT NULL,
	`note_encrypted` varbinary(1600) NOT NULL DEFAULT '',
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	`mail_state` varchar(10),
	`claimed_by` char(24),
	`claimed_at` datetime(3),
	CONSTRAINT `gifts_checkout_id` PRIMARY KEY(`checkout_id`)
);
--> statement-breakpoint
CREATE TABLE `order_entries` (
	`id` char(24) NOT NULL,
	`order_id` varchar(20) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`amount` int NOT NULL,
	`at` datetime(3) NOT NULL,
	`recorded_at` datetime(3) NOT NULL,
	CONSTRAINT `order_entries_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` varchar(20) NOT NULL,
	`checkout_id` char(24),
	`plan_id` varchar(20),
	`number` int NOT NULL,
	`status` varchar(10) NOT NULL,
	`currency` varchar(3) NOT NULL,
	`total` int NOT NULL,
	`refunded` int NOT NULL,
	`problem` varchar(20),
	`ordered_at` datetime(3) NOT NULL,
	CONSTRAINT `orders_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `board_guests` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`name` varchar(200) NOT NULL,
	`email` varchar(254),
	`email_confirmed_at` datetime(3),
	`user_id` char(24),
	`joined_at` datetime(3) NOT NULL,
	CONSTRAINT `board_guests_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `board_hosts` (
	`memory_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`name` varchar(200) NOT NULL,
	`invited_at` datetime(3) NOT NULL,
	`accepted_at` datetime(3),
	CONSTRAINT `board_hosts_memory_id_email_pk` PRIMARY KEY(`memory_id`,`email`)
);
--> statement-breakpoint
CREATE TABLE `board_invitations` (
	`memory_id` char(24) NOT NULL,
	`seed` char(24) NOT NULL,
	`code_hash` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `board_invitations_memory_id` PRIMARY KEY(`memory_id`),
	CONSTRAINT `board_invitations_code` UNIQUE(`code_hash`)
);
--> statement-breakpoint
CREATE TABLE `board_media` (
	`id` char(24) NOT NULL,
	`post_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`kind` varchar(10) NOT NULL,
	`storage_key` varchar(200) NOT NULL,
	`storage_proof` char(64) NOT NULL,
	`content_type` varchar(100) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text_encrypted` varbinary(1600) NOT NULL DEFAULT '',
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	`bytes` bigint NOT NULL,
	`sha256` char(64) NOT NULL,
	`width` int,
	`height` int,
	`colour` char(7),
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `board_media_id` PRIMARY KEY(`id`),
	CONSTRAINT `board_media_post` UNIQUE(`post_id`),
	CONSTRAINT `board_media_storage_key` UNIQUE(`storage_key`)
);
--> statement-breakpoint
CREATE TABLE `board_news` (
	`memory_id` char(24) NOT NULL,
	`owner_id` char(24) NOT NULL,
	`since` datetime(3) NOT NULL,
	`newest_at` datetime(3) NOT NULL,
	CONSTRAINT `board_news_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `board_posts` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`guest_id` char(24) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`state` varchar(10) NOT NULL,
	`text_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`characters` int NOT NULL,
	`form_id` char(24) NOT NULL,
	`part` smallint NOT NULL,
	`reported_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `board_posts_id` PRIMARY KEY(`id`),
	CONSTRAINT `board_posts_form` UNIQUE(`guest_id`,`form_id`,`part`)
);
--> statement-breakpoint
CREATE TABLE `board_settings` (
	`memory_id` char(24) NOT NULL,
	`needs_approval` boolean NOT NULL DEFAULT false,
	`is_open` boolean NOT NULL DEFAULT false,
	`is_paused` boolean NOT NULL DEFAULT false,
	`closes_on` date,
	CONSTRAINT `board_settings_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `board_welcomes` (
	`memory_id` char(24) NOT NULL,
	`text_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	CONSTRAINT `board_welcomes_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `removed_guests` (
	`guest_id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	CONSTRAINT `removed_guests_guest_id` PRIMARY KEY(`guest_id`)
);
--> statement-breakpoint
CREATE TABLE `claim_cards` (
	`memory_id` char(24) NOT NULL,
	`code_hash` char(64) NOT NULL,
	`printed_day` date,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `claim_cards_memory_id` PRIMARY KEY(`memory_id`),
	CONSTRAINT `claim_cards_code` UNIQUE(`code_hash`)
);
--> statement-breakpoint
CREATE TABLE `blocked_senders` (
	`sender_id` char(24) NOT NULL,
	`recipient` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `blocked_senders_sender_id_recipient_pk` PRIMARY KEY(`sender_id`,`recipient`)
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`recipient_name` varchar(200) NOT NULL,
	`recipient_email` varchar(254) NOT NULL,
	`sender_id` char(24) NOT NULL,
	`is_host_copy` boolean NOT NULL DEFAULT false,
	`type` varchar(20) NOT NULL,
	`delivery_at` datetime(3) NOT NULL,
	`state` varchar(10) NOT NULL,
	`rung` varchar(20) NOT NULL DEFAULT 'first_address',
	`first_email` varchar(254),
	`sms_to` varchar(20),
	`generation` smallint NOT NULL DEFAULT 0,
	`message_id` char(24),
	`reminders` tinyint NOT NULL DEFAULT 0,
	`next_step_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	`opened_at` datetime(3),
	`remind_at` datetime(3),
	`remind_to` varchar(254),
	`declined_at` datetime(3),
	`conversation_closed_at` datetime(3),
	`link_version` smallint NOT NULL DEFAULT 0,
	`is_indexed` boolean NOT NULL DEFAULT false,
	`is_first_indexed` boolean NOT NULL DEFAULT false,
	`wrong_codes` smallint NOT NULL DEFAULT 0,
	CONSTRAINT `deliveries_id` PRIMARY KEY(`id`),
	CONSTRAINT `deliveries_recipient` UNIQUE(`memory_id`,`recipient_email`)
);
--> statement-breakpoint
CREATE TABLE `delivery_events` (
	`id` bigint AUTO_INCREMENT NOT NULL,
	`memory_id` char(24) NOT NULL,
	`delivery_id` char(24),
	`kind` varchar(30) NOT NULL,
	`detail` varchar(500) NOT NULL DEFAULT '',
	`at` datetime(3) NOT NULL,
	CONSTRAINT `delivery_events_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `moved_deliveries` (
	`user_id` char(24) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`delivery_at` datetime(3) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`is_indexed` boolean NOT NULL DEFAULT false,
	CONSTRAINT `moved_deliveries_user_id_delivery_id_pk` PRIMARY KEY(`user_id`,`delivery_id`)
);
--> statement-breakpoint
CREATE TABLE `opening_codes` (
	`id` char(24) NOT NULL,
	`delivery_id` char(24),
	`contact_id` char(24),
	`code_hash` char(64) NOT NULL,
	`browser_hash` char(64) NOT NULL,
	`tries_left` tinyint NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `opening_codes_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `reading_sessions` (
	`token_hash` char(64) NOT NULL,
	`delivery_id` char(24),
	`contact_id` char(24),
	`is_by_card` boolean NOT NULL DEFAULT false,
	`sent_to` varchar(254),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `reading_sessions_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `help_conversations` (
	`token_hash` char(64) NOT NULL,
	`turns_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `help_conversations_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `installation_facts` (
	`name` varchar(40) NOT NULL,
	`value` varchar(200) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `installation_facts_name` PRIMARY KEY(`name`)
);
--> statement-breakpoint
CREATE TABLE `master_keys` (
	`key_id` smallint NOT NULL,
	`check_value` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `master_keys_key_id` PRIMARY KEY(`key_id`)
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` varchar(255) NOT NULL,
	`points` int NOT NULL DEFAULT 0,
	`expire` bigint unsigned,
	CONSTRAINT `rate_limits_key` PRIMARY KEY(`key`)
);
--> statement-breakpoint
CREATE TABLE `worker_heartbeats` (
	`worker_id` varchar(64) NOT NULL,
	`pool_id` varchar(64),
	`server` varchar(200) NOT NULL,
	`started_at` datetime(3) NOT NULL,
	`beat_at` datetime(3) NOT NULL,
	CONSTRAINT `worker_heartbeats_worker_id` PRIMARY KEY(`worker_id`)
);
--> statement-breakpoint
CREATE TABLE `data_export_entries` (
	`id` char(24) NOT NULL,
	`export_id` char(24) NOT NULL,
	`position` int NOT NULL,
	`path` varchar(500) NOT NULL,
	`bytes` bigint NOT NULL,
	`checksum` int unsigned,
	`is_missing` boolean NOT NULL DEFAULT false,
	`source` varchar(10) NOT NULL,
	`source_id` char(24),
	`content_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	CONSTRAINT `data_export_entries_id` PRIMARY KEY(`id`),
	CONSTRAINT `data_export_entries_position` UNIQUE(`export_id`,`position`)
);
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`state` varchar(10) NOT NULL,
	`requested_at` datetime(3) NOT NULL,
	`next_step_at` datetime(3),
	`failures` tinyint NOT NULL DEFAULT 0,
	`ready_at` datetime(3),
	`expires_at` datetime(3),
	CONSTRAINT `data_exports_id` PRIMARY KEY(`id`),
	CONSTRAINT `data_exports_user` UNIQUE(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`user_id` char(24) NOT NULL,
	`waiting_vaults` varchar(10) NOT NULL,
	`requested_at` datetime(3) NOT NULL,
	`erase_at` datetime(3) NOT NULL,
	`next_step_at` datetime(3) NOT NULL,
	`is_reminded` boolean NOT NULL DEFAULT false,
	`begun_at` datetime(3),
	`email` varchar(254),
	CONSTRAINT `erasures_user_id` PRIMARY KEY(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `retentions` (
	`memory_id` char(24) NOT NULL,
	`notices` tinyint NOT NULL,
	`delete_at` datetime(3) NOT NULL,
	`next_step_at` datetime(3) NOT NULL,
	CONSTRAINT `retentions_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `legacy_contacts` (
	`id` char(24) NOT NULL,
	`owner_id` char(24) NOT NULL,
	`name` varchar(200) NOT NULL,
	`email` varchar(254) NOT NULL,
	`moved_with` char(24),
	`moved_from` varchar(254),
	`relationship` varchar(10) NOT NULL,
	`update_email` boolean NOT NULL DEFAULT false,
	`view_content` boolean NOT NULL DEFAULT false,
	`receive_duplicate` boolean NOT NULL DEFAULT false,
	`state` varchar(10) NOT NULL,
	`is_invitation_lost` boolean NOT NULL DEFAULT false,
	`domain_status` varchar(10),
	`domain_checked_at` datetime(3),
	`wrong_codes` int NOT NULL DEFAULT 0,
	`link_version` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `legacy_contacts_id` PRIMARY KEY(`id`),
	CONSTRAINT `legacy_contacts_owner` UNIQUE(`owner_id`,`email`)
);
--> statement-breakpoint
CREATE TABLE `legacy_waits` (
	`id` char(24) NOT NULL,
	`contact_id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`state` varchar(10) NOT NULL,
	`begun_at` datetime(3) NOT NULL,
	`opens_at` datetime(3) NOT NULL,
	`next_step_at` datetime(3),
	`reminded_at` datetime(3),
	`read_at` datetime(3),
	CONSTRAINT `legacy_waits_id` PRIMARY KEY(`id`),
	CONSTRAINT `legacy_waits_contact` UNIQUE(`contact_id`,`memory_id`,`kind`)
);
--> statement-breakpoint
CREATE TABLE `discarded_files` (
	`storage_key` varchar(200) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`discarded_at` datetime(3) NOT NULL,
	`attempts` smallint NOT NULL DEFAULT 0,
	`next_attempt_at` datetime(3) NOT NULL,
	CONSTRAINT `discarded_files_storage_key` PRIMARY KEY(`storage_key`)
);
--> statement-breakpoint
CREATE TABLE `media` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`kind` varchar(10) NOT NULL,
	`storage_key` varchar(200) NOT NULL,
	`storage_proof` char(64) NOT NULL,
	`content_type` varchar(100) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text_encrypted` varbinary(1600) NOT NULL DEFAULT '',
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	`bytes` bigint NOT NULL,
	`sha256` char(64) NOT NULL,
	`width` int,
	`height` int,
	`colour` char(7),
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `media_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` char(24) NOT NULL,
	`owner` char(64) NOT NULL,
	`form_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`state` varchar(10) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text_encrypted` varbinary(1600) NOT NULL DEFAULT '',
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	`storage_key` varchar(200) NOT NULL,
	`storage_proof` char(64) NOT NULL,
	`bytes` bigint NOT NULL,
	`received_bytes` bigint NOT NULL DEFAULT 0,
	`content_type` varchar(100),
	`sha256` char(64),
	`width` int,
	`height` int,
	`colour` char(7),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `uploads_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` char(24) NOT NULL,
	`kind` varchar(30) NOT NULL,
	`channel` varchar(10) NOT NULL DEFAULT 'mail',
	`unique_key` varchar(100) NOT NULL,
	`to_name` varchar(200) NOT NULL,
	`to_address` varchar(254) NOT NULL,
	`props_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`memory_id` char(24),
	`delivery_id` char(24),
	`state` varchar(10) NOT NULL,
	`lane` tinyint NOT NULL,
	`attempts` int NOT NULL DEFAULT 0,
	`next_attempt_at` datetime(3) NOT NULL,
	`attempted_at` datetime(3),
	`expires_at` datetime(3),
	`may_be_sent` boolean NOT NULL DEFAULT false,
	`claim_token` char(24),
	`claimed_by` varchar(64),
	`claimed_until` datetime(3),
	`provider_id` varchar(300),
	`last_error` text,
	`is_refused` boolean NOT NULL DEFAULT false,
	`follow_up_at` datetime(3),
	`content_until` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`sent_at` datetime(3),
	CONSTRAINT `messages_id` PRIMARY KEY(`id`),
	CONSTRAINT `messages_unique_key` UNIQUE(`unique_key`)
);
--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` char(24) NOT NULL,
	`provider` varchar(20) NOT NULL,
	`event_id` varchar(190) NOT NULL,
	`token_hash` char(64) NOT NULL,
	`kind` varchar(20) NOT NULL,
	`name` varchar(60) NOT NULL,
	`message_id` char(24),
	`detail` varchar(500) NOT NULL DEFAULT '',
	`at` datetime(3) NOT NULL,
	`received_at` datetime(3) NOT NULL,
	`handle_at` datetime(3),
	CONSTRAINT `provider_events_id` PRIMARY KEY(`id`),
	CONSTRAINT `provider_events_event` UNIQUE(`provider`,`event_id`),
	CONSTRAINT `provider_events_token` UNIQUE(`provider`,`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `rate_limiters` (
	`provider` varchar(20) NOT NULL,
	`version` int unsigned NOT NULL DEFAULT 0,
	`tokens` double NOT NULL,
	`counted_at` datetime(3) NOT NULL,
	`paused_until` datetime(3),
	`pause_reason` varchar(200),
	CONSTRAINT `rate_limiters_provider` PRIMARY KEY(`provider`)
);
--> statement-breakpoint
CREATE TABLE `newsletter_subscribers` (
	`id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`requested_at` datetime(3) NOT NULL,
	`confirmed_at` datetime(3),
	CONSTRAINT `newsletter_subscribers_id` PRIMARY KEY(`id`),
	CONSTRAINT `newsletter_subscribers_email` UNIQUE(`email`)
);
--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` char(24) NOT NULL,
	`vault_delivery` boolean NOT NULL,
	`weekly_digest` boolean NOT NULL,
	`product_updates` boolean NOT NULL,
	`marketing_emails` boolean NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `notification_preferences_user_id` PRIMARY KEY(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `proposed_addresses` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`contact_id` char(24),
	`contact_name` varchar(200) NOT NULL,
	`state` varchar(10) NOT NULL,
	`message_id` char(24),
	`held_step_at` datetime(3),
	`notice_id` char(24) NOT NULL,
	`begun_at` datetime(3) NOT NULL,
	`next_step_at` datetime(3),
	CONSTRAINT `proposed_addresses_id` PRIMARY KEY(`id`)
);
--> statement-breakpoint
CREATE TABLE `replies` (
	`id` char(24) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`is_from_sender` boolean NOT NULL,
	`reader` char(64) NOT NULL,
	`answer_to` varchar(254),
	`text_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`form_id` char(24) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `replies_id` PRIMARY KEY(`id`),
	CONSTRAINT `replies_form` UNIQUE(`delivery_id`,`form_id`)
);
--> statement-breakpoint
CREATE TABLE `reply_media` (
	`id` char(24) NOT NULL,
	`reply_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`kind` varchar(10) NOT NULL,
	`storage_key` varchar(200) NOT NULL,
	`storage_proof` char(64) NOT NULL,
	`content_type` varchar(100) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text_encrypted` varbinary(1600) NOT NULL DEFAULT '',
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	`bytes` bigint NOT NULL,
	`sha256` char(64) NOT NULL,
	`width` int,
	`height` int,
	`colour` char(7),
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `reply_media_id` PRIMARY KEY(`id`),
	CONSTRAINT `reply_media_storage_key` UNIQUE(`storage_key`)
);
--> statement-breakpoint
CREATE TABLE `reply_tallies` (
	`reader` char(64) NOT NULL,
	`received` int NOT NULL,
	CONSTRAINT `reply_tallies_reader` PRIMARY KEY(`reader`)
);
--> statement-breakpoint
CREATE TABLE `certificates` (
	`memory_id` char(24) NOT NULL,
	`manifest` mediumtext NOT NULL,
	`signature` varbinary(64) NOT NULL,
	`signing_key_id` char(24) NOT NULL,
	`salt_encrypted` varbinary(80) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `certificates_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` char(24) NOT NULL,
	`public_key` varbinary(32) NOT NULL,
	`private_key_encrypted` varbinary(200) NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`retired_at` datetime(3),
	`active` tinyint GENERATED ALWAYS AS ((case when retired_at is null then 1 end)) STORED,
	CONSTRAINT `signing_keys_id` PRIMARY KEY(`id`),
	CONSTRAINT `signing_keys_active` UNIQUE(`active`)
);
--> statement-breakpoint
CREATE TABLE `shares` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`delivery_id` char(24),
	`token_hash` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`ends_at` datetime(3),
	`revoked_at` datetime(3),
	CONSTRAINT `shares_id` PRIMARY KEY(`id`),
	CONSTRAINT `shares_token` UNIQUE(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `authenticators` (
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`secret_encrypted` varbinary(64) NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`confirmed_at` datetime(3),
	`last_step` bigint NOT NULL DEFAULT 0,
	CONSTRAINT `authenticators_id` PRIMARY KEY(`id`),
	CONSTRAINT `authenticators_user` UNIQUE(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`token_hash` char(64) NOT NULL,
	`purpose` varchar(10) NOT NULL,
	`browser_hash` char(64) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `passkey_challenges_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`credential_hash` char(64) NOT NULL,
	`credential_id` varchar(1364) NOT NULL,
	`public_key` varbinary(2048) NOT NULL,
	`counter` bigint NOT NULL,
	`name` varchar(60) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3),
	CONSTRAINT `passkeys_id` PRIMARY KEY(`id`),
	CONSTRAINT `passkeys_credential` UNIQUE(`credential_hash`)
);
--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`token_hash` char(64) NOT NULL,
	`user_id` char(24) NOT NULL,
	`tries_left` tinyint NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `pending_sign_ins_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` char(64) NOT NULL,
	`user_id` char(24) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `recovery_codes_code_hash` PRIMARY KEY(`code_hash`)
);
--> statement-breakpoint
CREATE TABLE `draft_copies` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`original_id` char(24) NOT NULL,
	`media_id` char(24) NOT NULL,
	`is_ticked` boolean NOT NULL,
	`alt_text_encrypted` varbinary(1600),
	`wrapped_key` varbinary(80) NOT NULL DEFAULT '',
	`master_key_id` smallint NOT NULL DEFAULT 0,
	CONSTRAINT `draft_copies_id` PRIMARY KEY(`id`),
	CONSTRAINT `draft_copies_file` UNIQUE(`memory_id`,`media_id`)
);
--> statement-breakpoint
CREATE TABLE `edit_drafts` (
	`memory_id` char(24) NOT NULL,
	`form_id` char(24) NOT NULL,
	`content_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`saved_at` datetime(3) NOT NULL,
	CONSTRAINT `edit_drafts_memory_id` PRIMARY KEY(`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `memories` (
	`id` char(24) NOT NULL,
	`user_id` char(24) NOT NULL,
	`type` varchar(20) NOT NULL,
	`state` varchar(12) NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`title_encrypted` varbinary(1200) NOT NULL,
	`message_encrypted` mediumblob NOT NULL,
	`list` varchar(10) GENERATED ALWAYS AS ((case when state = 'delivered' then 'delivered' when state in ('scheduled', 'sealed', 'delivering', 'held') then 'pending' else state end)) STORED,
	`waiting_title` char(64),
	`idempotency_key` char(24),
	`form_id` char(24),
	`saved_by` varchar(12),
	`recipient` varchar(200),
	`recipient_email` varchar(254),
	`recipient_phone` varchar(40),
	`second_email` varchar(254),
	`backup_name` varchar(200),
	`backup_email` varchar(254),
	`is_memory_board` boolean NOT NULL DEFAULT false,
	`is_future_self` boolean NOT NULL DEFAULT false,
	`includes_message` boolean NOT NULL DEFAULT false,
	`is_to_be_sealed` boolean NOT NULL DEFAULT false,
	`delivery_date` date,
	`delivery_hour` tinyint NOT NULL DEFAULT 9,
	`delivery_minute` tinyint NOT NULL DEFAULT 0,
	`delivery_zone` varchar(64) NOT NULL DEFAULT 'UTC',
	`delivery_at` datetime(3),
	`zone_edition` varchar(20) NOT NULL DEFAULT '',
	`waiting_edition` varchar(20) GENERATED ALWAYS AS ((case when state in ('scheduled', 'sealed') then zone_edition end)) STORED,
	`is_sender_verified` boolean NOT NULL DEFAULT false,
	`delivery_retry_at` datetime(3),
	`delivery_failures` tinyint NOT NULL DEFAULT 0,
	`has_unaddressed` boolean NOT NULL DEFAULT false,
	`due_at` datetime(3) GENERATED ALWAYS AS ((case when (state in ('scheduled', 'sealed') or has_unaddressed) and is_sender_verified then greatest(coalesce(delivery_retry_at, delivery_at), delivery_at) end)) STORED,
	`next_check_at` datetime(3) DEFAULT '1970-01-01 00:00:00.000',
	`check_retry_at` datetime(3),
	`address_status` varchar(10),
	`address_concern_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	`sealed_at` datetime(3),
	`delivered_at` datetime(3),
	`cancelled_at` datetime(3),
	`held_until` datetime(3),
	CONSTRAINT `memories_id` PRIMARY KEY(`id`),
	CONSTRAINT `memories_created` UNIQUE(`user_id`,`created_at`,`id`),
	CONSTRAINT `memories_waiting_title` UNIQUE(`user_id`,`waiting_title`),
	CONSTRAINT `memories_idempotency_key` UNIQUE(`user_id`,`idempotency_key`),
	CONSTRAINT `memories_form` UNIQUE(`form_id`,`user_id`)
);
--> statement-breakpoint
CREATE TABLE `recipients` (
	`memory_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`name` varchar(200) NOT NULL,
	`email` varchar(254) NOT NULL,
	CONSTRAINT `recipients_memory_id_position_pk` PRIMARY KEY(`memory_id`,`position`)
);
--> statement-breakpoint
CREATE TABLE `search_terms` (
	`owner` char(64) NOT NULL,
	`term` varbinary(8) NOT NULL,
	`delivery_at` datetime(3) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`is_from_message` boolean NOT NULL,
	CONSTRAINT `search_terms_owner_term_delivery_at_memory_id_pk` PRIMARY KEY(`owner`,`term`,`delivery_at`,`memory_id`)
);
--> statement-breakpoint
CREATE TABLE `visitor_drafts` (
	`token_hash` char(64) NOT NULL,
	`form_id` char(24) NOT NULL,
	`content_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`submitted_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `visitor_drafts_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
ALTER TABLE `credentials` ADD CONSTRAINT `credentials_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD CONSTRAINT `link_tokens_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `security_events` ADD CONSTRAINT `security_events_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `sessions` ADD CONSTRAINT `sessions_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `address_health` ADD CONSTRAINT `address_health_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `checkouts` ADD CONSTRAINT `checkouts_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `gifts` ADD CONSTRAINT `gifts_checkout_id_checkouts_id_fk` FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `gifts` ADD CONSTRAINT `gifts_claimed_by_profiles_id_fk` FOREIGN KEY (`claimed_by`) REFERENCES `profiles`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `order_entries` ADD CONSTRAINT `order_entries_order_id_orders_id_fk` FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `orders` ADD CONSTRAINT `orders_checkout_id_checkouts_id_fk` FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_guests` ADD CONSTRAINT `board_guests_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_guests` ADD CONSTRAINT `board_guests_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_hosts` ADD CONSTRAINT `board_hosts_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_invitations` ADD CONSTRAINT `board_invitations_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_media` ADD CONSTRAINT `board_media_post_id_board_posts_id_fk` FOREIGN KEY (`post_id`) REFERENCES `board_posts`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_news` ADD CONSTRAINT `board_news_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_posts` ADD CONSTRAINT `board_posts_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_posts` ADD CONSTRAINT `board_posts_guest_id_board_guests_id_fk` FOREIGN KEY (`guest_id`) REFERENCES `board_guests`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_settings` ADD CONSTRAINT `board_settings_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_welcomes` ADD CONSTRAINT `board_welcomes_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `removed_guests` ADD CONSTRAINT `removed_guests_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `removed_guests` ADD CONSTRAINT `removed_guests_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `claim_cards` ADD CONSTRAINT `claim_cards_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `blocked_senders` ADD CONSTRAINT `blocked_senders_sender_id_profiles_id_fk` FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `deliveries` ADD CONSTRAINT `deliveries_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `delivery_events` ADD CONSTRAINT `delivery_events_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `moved_deliveries` ADD CONSTRAINT `moved_deliveries_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `moved_deliveries` ADD CONSTRAINT `moved_deliveries_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `opening_codes` ADD CONSTRAINT `opening_codes_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `opening_codes` ADD CONSTRAINT `opening_codes_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reading_sessions` ADD CONSTRAINT `reading_sessions_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reading_sessions` ADD CONSTRAINT `reading_sessions_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `data_export_entries` ADD CONSTRAINT `data_export_entries_export_id_data_exports_id_fk` FOREIGN KEY (`export_id`) REFERENCES `data_exports`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `data_exports` ADD CONSTRAINT `data_exports_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `erasures` ADD CONSTRAINT `erasures_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `retentions` ADD CONSTRAINT `retentions_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_contacts` ADD CONSTRAINT `legacy_contacts_owner_id_profiles_id_fk` FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_contacts` ADD CONSTRAINT `legacy_contacts_moved_with_profiles_id_fk` FOREIGN KEY (`moved_with`) REFERENCES `profiles`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_waits` ADD CONSTRAINT `legacy_waits_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_waits` ADD CONSTRAINT `legacy_waits_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `media` ADD CONSTRAINT `media_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `notification_preferences` ADD CONSTRAINT `notification_preferences_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `proposed_addresses` ADD CONSTRAINT `proposed_addresses_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `proposed_addresses` ADD CONSTRAINT `proposed_addresses_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `replies` ADD CONSTRAINT `replies_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reply_media` ADD CONSTRAINT `reply_media_reply_id_replies_id_fk` FOREIGN KEY (`reply_id`) REFERENCES `replies`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `certificates` ADD CONSTRAINT `certificates_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `certificates` ADD CONSTRAINT `certificates_signing_key_id_signing_keys_id_fk` FOREIGN KEY (`signing_key_id`) REFERENCES `signing_keys`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `shares` ADD CONSTRAINT `shares_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `shares` ADD CONSTRAINT `shares_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `authenticators` ADD CONSTRAINT `authenticators_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `passkeys` ADD CONSTRAINT `passkeys_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `pending_sign_ins` ADD CONSTRAINT `pending_sign_ins_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `recovery_codes` ADD CONSTRAINT `recovery_codes_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `draft_copies` ADD CONSTRAINT `draft_copies_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `edit_drafts` ADD CONSTRAINT `edit_drafts_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `memories` ADD CONSTRAINT `memories_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `recipients` ADD CONSTRAINT `recipients_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `search_terms` ADD CONSTRAINT `search_terms_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `link_tokens_user` ON `link_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `link_tokens_new_email` ON `link_tokens` (`new_email`);--> statement-breakpoint
CREATE INDEX `link_tokens_expiry` ON `link_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `password_reset_requests_age` ON `password_reset_requests` (`requested_at`);--> statement-breakpoint
CREATE INDEX `profiles_digest` ON `profiles` (`next_digest_at`);--> statement-breakpoint
CREATE INDEX `profiles_erased` ON `profiles` (`erased_at`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`happened_at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_age` ON `security_events` (`happened_at`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `tally_changes_user` ON `tally_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `billing_events_received` ON `billing_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `checkouts_user` ON `checkouts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `checkouts_email` ON `checkouts` (`email`,`plan_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `gifts_claimed_by` ON `gifts` (`claimed_by`);--> statement-breakpoint
CREATE INDEX `order_entries_order` ON `order_entries` (`order_id`,`recorded_at`);--> statement-breakpoint
CREATE INDEX `orders_checkout` ON `orders` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `board_guests_memory` ON `board_guests` (`memory_id`,`joined_at`);--> statement-breakpoint
CREATE INDEX `board_guests_user` ON `board_guests` (`user_id`,`joined_at`);--> statement-breakpoint
CREATE INDEX `board_guests_email` ON `board_guests` (`email`);--> statement-breakpoint
CREATE INDEX `board_hosts_email` ON `board_hosts` (`email`);--> statement-breakpoint
CREATE INDEX `board_news_owner` ON `board_news` (`owner_id`,`newest_at`);--> statement-breakpoint
CREATE INDEX `board_posts_memory` ON `board_posts` (`memory_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `board_posts_changed` ON `board_posts` (`memory_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `removed_guests_memory` ON `removed_guests` (`memory_id`);--> statement-breakpoint
CREATE INDEX `removed_guests_user` ON `removed_guests` (`user_id`);--> statement-breakpoint
CREATE INDEX `blocked_senders_recipient` ON `blocked_senders` (`recipient`);--> statement-breakpoint
CREATE INDEX `deliveries_next_step` ON `deliveries` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `deliveries_remind` ON `deliveries` (`remind_at`);--> statement-breakpoint
CREATE INDEX `deliveries_opened` ON `deliveries` (`sender_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `deliveries_unindexed` ON `deliveries` (`recipient_email`,`is_indexed`);--> statement-breakpoint
CREATE INDEX `deliveries_first_unindexed` ON `deliveries` (`first_email`,`is_first_indexed`);--> statement-breakpoint
CREATE INDEX `deliveries_first_address` ON `deliveries` (`first_email`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received` ON `deliveries` (`recipient_email`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received_from` ON `deliveries` (`recipient_email`,`sender_id`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received_type` ON `deliveries` (`recipient_email`,`type`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `delivery_events_memory` ON `delivery_events` (`memory_id`,`id`);--> statement-breakpoint
CREATE INDEX `moved_deliveries_order` ON `moved_deliveries` (`user_id`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `opening_codes_delivery` ON `opening_codes` (`delivery_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `opening_codes_contact` ON `opening_codes` (`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `opening_codes_expiry` ON `opening_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `reading_sessions_expiry` ON `reading_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `help_conversations_expiry` ON `help_conversations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `rate_limits_expire` ON `rate_limits` (`expire`);--> statement-breakpoint
CREATE INDEX `data_exports_next_step` ON `data_exports` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `data_exports_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE INDEX `erasures_next_step` ON `erasures` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `retentions_next_step` ON `retentions` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `legacy_contacts_email` ON `legacy_contacts` (`email`);--> statement-breakpoint
CREATE INDEX `legacy_waits_memory` ON `legacy_waits` (`memory_id`);--> statement-breakpoint
CREATE INDEX `legacy_waits_next_step` ON `legacy_waits` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `discarded_files_next` ON `discarded_files` (`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `discarded_files_attempts` ON `discarded_files` (`attempts`);--> statement-breakpoint
CREATE INDEX `media_memory` ON `media` (`memory_id`,`position`);--> statement-breakpoint
CREATE INDEX `uploads_form` ON `uploads` (`owner`,`form_id`,`position`);--> statement-breakpoint
CREATE INDEX `uploads_age` ON `uploads` (`updated_at`);--> statement-breakpoint
CREATE INDEX `messages_unsent` ON `messages` (`state`,`channel`,`lane`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `messages_follow_up` ON `messages` (`follow_up_at`);--> statement-breakpoint
CREATE INDEX `messages_content` ON `messages` (`content_until`);--> statement-breakpoint
CREATE INDEX `messages_created` ON `messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `messages_memory` ON `messages` (`memory_id`);--> statement-breakpoint
CREATE INDEX `messages_to_address` ON `messages` (`to_address`);--> statement-breakpoint
CREATE INDEX `messages_claimed_by` ON `messages` (`claimed_by`,`state`);--> statement-breakpoint
CREATE INDEX `provider_events_unhandled` ON `provider_events` (`handle_at`);--> statement-breakpoint
CREATE INDEX `provider_events_received` ON `provider_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `provider_events_kind` ON `provider_events` (`kind`,`received_at`,`provider`);--> statement-breakpoint
CREATE INDEX `provider_events_message` ON `provider_events` (`message_id`);--> statement-breakpoint
CREATE INDEX `newsletter_subscribers_confirmed` ON `newsletter_subscribers` (`confirmed_at`,`requested_at`);--> statement-breakpoint
CREATE INDEX `proposed_addresses_delivery` ON `proposed_addresses` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `proposed_addresses_next_step` ON `proposed_addresses` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `replies_conversation` ON `replies` (`delivery_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `replies_reader` ON `replies` (`reader`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reply_media_reply` ON `reply_media` (`reply_id`,`position`);--> statement-breakpoint
CREATE INDEX `shares_memory` ON `shares` (`memory_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_delivery` ON `shares` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `edit_drafts_form` ON `edit_drafts` (`form_id`);--> statement-breakpoint
CREATE INDEX `edit_drafts_saved` ON `edit_drafts` (`saved_at`);--> statement-breakpoint
CREATE INDEX `memories_due` ON `memories` (`due_at`);--> statement-breakpoint
CREATE INDEX `memories_waiting_edition` ON `memories` (`waiting_edition`,`id`);--> statement-breakpoint
CREATE INDEX `memories_list` ON `memories` (`user_id`,`list`,`delivery_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_list_type` ON `memories` (`user_id`,`list`,`type`,`delivery_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_delivery` ON `memories` (`delivery_at`);--> statement-breakpoint
CREATE INDEX `memories_delivered` ON `memories` (`delivered_at`);--> statement-breakpoint
CREATE INDEX `memories_arrived` ON `memories` (`user_id`,`delivered_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_held_until` ON `memories` (`held_until`);--> statement-breakpoint
CREATE INDEX `memories_held` ON `memories` (`user_id`,`state`,`delivery_at`);--> statement-breakpoint
CREATE INDEX `memories_check` ON `memories` (`next_check_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `memories_concern` ON `memories` (`user_id`,`address_concern_at`);--> statement-breakpoint
CREATE INDEX `memories_recipient` ON `memories` (`recipient_email`,`state`,`delivery_at`);--> statement-breakpoint
CREATE INDEX `search_terms_memory` ON `search_terms` (`memory_id`,`owner`);--> statement-breakpoint
CREATE INDEX `visitor_drafts_expiry` ON `visitor_drafts` (`expires_at`);