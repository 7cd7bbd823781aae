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
CREATE TABLE `discarded_files` (
	`storage_key` varchar(200) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`discarded_at` datetime(3) NOT NULL,
	CONSTRAINT `discarded_files_storage_key` PRIMARY KEY(`storage_key`)
);
--> statement-breakpoint
CREATE TABLE `guest_drafts` (
	`token_hash` char(64) NOT NULL,
	`form_id` char(24) NOT NULL,
	`content_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`submitted_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `guest_drafts_token_hash` PRIMARY KEY(`token_hash`)
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
CREATE TABLE `uploads` (
	`id` char(24) NOT NULL,
	`owner` char(64) NOT NULL,
	`form_id` char(24) NOT NULL,
	`position` smallint NOT NULL,
	`state` varchar(10) NOT NULL,
	`kind` varchar(10) NOT NULL,
	`file_name` varchar(255) NOT NULL,
	`alt_text` varchar(500) NOT NULL DEFAULT '',
	`storage_key` varchar(200) NOT NULL,
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
ALTER TABLE `media` ADD `colour` char(7);--> statement-breakpoint
ALTER TABLE `memories` ADD `form_id` char(24);--> statement-breakpoint
ALTER TABLE `memories` ADD `is_to_be_sealed` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `certificates` ADD CONSTRAINT `certificates_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `certificates` ADD CONSTRAINT `certificates_signing_key_id_signing_keys_id_fk` FOREIGN KEY (`signing_key_id`) REFERENCES `signing_keys`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `discarded_files_age` ON `discarded_files` (`discarded_at`);--> statement-breakpoint
CREATE INDEX `guest_drafts_expiry` ON `guest_drafts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `memories_form` ON `memories` (`form_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `uploads_form` ON `uploads` (`owner`,`form_id`,`position`);--> statement-breakpoint
CREATE INDEX `uploads_age` ON `uploads` (`updated_at`);