CREATE TABLE `credentials` (
	`user_id` char(24) NOT NULL,
	`password_hash` varchar(255) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `credentials_user_id` PRIMARY KEY(`user_id`)
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`recipient_name` varchar(200) NOT NULL,
	`recipient_email` varchar(254) NOT NULL,
	`sender_id` char(24) NOT NULL,
	`type` varchar(20) NOT NULL,
	`delivery_at` datetime(3) NOT NULL,
	`state` varchar(10) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	`opened_at` datetime(3),
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
CREATE TABLE `link_tokens` (
	`token_hash` char(64) NOT NULL,
	`purpose` varchar(20) NOT NULL,
	`user_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `link_tokens_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `media` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`kind` varchar(10) NOT NULL,
	`storage_key` varchar(200) NOT NULL,
	`content_type` varchar(100) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text` varchar(500) NOT NULL DEFAULT '',
	`bytes` bigint NOT NULL,
	`sha256` char(64) NOT NULL,
	`width` int,
	`height` int,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `media_id` PRIMARY KEY(`id`)
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
	`submission_id` char(24) NOT NULL,
	`recipient` varchar(200),
	`recipient_email` varchar(254),
	`recipient_phone` varchar(40),
	`is_memory_board` boolean NOT NULL DEFAULT false,
	`is_future_self` boolean NOT NULL DEFAULT false,
	`includes_message` boolean NOT NULL DEFAULT false,
	`delivery_date` date,
	`delivery_hour` tinyint NOT NULL DEFAULT 9,
	`delivery_minute` tinyint NOT NULL DEFAULT 0,
	`delivery_zone` varchar(64) NOT NULL DEFAULT 'UTC',
	`delivery_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	`sealed_at` datetime(3),
	`delivered_at` datetime(3),
	`cancelled_at` datetime(3),
	CONSTRAINT `memories_id` PRIMARY KEY(`id`),
	CONSTRAINT `memories_waiting_title` UNIQUE(`user_id`,`waiting_title`),
	CONSTRAINT `memories_submission` UNIQUE(`user_id`,`submission_id`)
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` char(24) NOT NULL,
	`kind` varchar(30) NOT NULL,
	`unique_key` varchar(100) NOT NULL,
	`to_name` varchar(200) NOT NULL,
	`to_address` varchar(254) NOT NULL,
	`props_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`memory_id` char(24),
	`delivery_id` char(24),
	`state` varchar(10) NOT NULL,
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
	`created_at` datetime(3) NOT NULL,
	`sent_at` datetime(3),
	CONSTRAINT `messages_id` PRIMARY KEY(`id`),
	CONSTRAINT `messages_unique_key` UNIQUE(`unique_key`)
);
--> statement-breakpoint
CREATE TABLE `opening_codes` (
	`id` char(24) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`code_hash` char(64) NOT NULL,
	`tries_left` tinyint NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `opening_codes_id` PRIMARY KEY(`id`)
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
	`vault_limit` int NOT NULL DEFAULT 1,
	`vaults_used` int NOT NULL DEFAULT 0,
	`vaults_delivered` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `profiles_id` PRIMARY KEY(`id`),
	CONSTRAINT `profiles_email` UNIQUE(`email`)
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` varchar(255) NOT NULL,
	`points` int NOT NULL DEFAULT 0,
	`expire` bigint unsigned,
	CONSTRAINT `rate_limits_key` PRIMARY KEY(`key`)
);
--> statement-breakpoint
CREATE TABLE `reading_sessions` (
	`token_hash` char(64) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `reading_sessions_token_hash` PRIMARY KEY(`token_hash`)
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
CREATE TABLE `sessions` (
	`token_hash` char(64) NOT NULL,
	`user_id` char(24) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `sessions_token_hash` PRIMARY KEY(`token_hash`)
);
--> statement-breakpoint
CREATE TABLE `worker_heartbeats` (
	`pool_id` varchar(64) NOT NULL,
	`started_at` datetime(3) NOT NULL,
	`beat_at` datetime(3) NOT NULL,
	CONSTRAINT `worker_heartbeats_pool_id` PRIMARY KEY(`pool_id`)
);
--> statement-breakpoint
ALTER TABLE `credentials` ADD CONSTRAINT `credentials_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `deliveries` ADD CONSTRAINT `deliveries_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `delivery_events` ADD CONSTRAINT `delivery_events_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD CONSTRAINT `link_tokens_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `media` ADD CONSTRAINT `media_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `memories` ADD CONSTRAINT `memories_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `opening_codes` ADD CONSTRAINT `opening_codes_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reading_sessions` ADD CONSTRAINT `reading_sessions_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `recipients` ADD CONSTRAINT `recipients_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `search_terms` ADD CONSTRAINT `search_terms_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `sessions` ADD CONSTRAINT `sessions_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `deliveries_received` ON `deliveries` (`recipient_email`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received_from` ON `deliveries` (`recipient_email`,`sender_id`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received_type` ON `deliveries` (`recipient_email`,`type`,`delivery_at`,`memory_id`);--> statement-breakpoint
CREATE INDEX `delivery_events_memory` ON `delivery_events` (`memory_id`,`id`);--> statement-breakpoint
CREATE INDEX `link_tokens_user` ON `link_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `link_tokens_expiry` ON `link_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `media_memory` ON `media` (`memory_id`,`position`);--> statement-breakpoint
CREATE INDEX `memories_due` ON `memories` (`state`,`delivery_at`);--> statement-breakpoint
CREATE INDEX `memories_list` ON `memories` (`user_id`,`list`,`delivery_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_list_type` ON `memories` (`user_id`,`list`,`type`,`delivery_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_created` ON `memories` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `memories_held` ON `memories` (`user_id`,`state`,`delivery_at`);--> statement-breakpoint
CREATE INDEX `memories_recipient` ON `memories` (`recipient_email`,`state`,`delivery_at`);--> statement-breakpoint
CREATE INDEX `messages_unsent` ON `messages` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `messages_claimed_by` ON `messages` (`claimed_by`,`state`);--> statement-breakpoint
CREATE INDEX `opening_codes_delivery` ON `opening_codes` (`delivery_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `opening_codes_expiry` ON `opening_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `rate_limits_expire` ON `rate_limits` (`expire`);--> statement-breakpoint
CREATE INDEX `reading_sessions_expiry` ON `reading_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `search_terms_memory` ON `search_terms` (`memory_id`,`owner`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);