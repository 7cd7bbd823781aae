CREATE TABLE `replies` (
	`id` char(24) NOT NULL,
	`delivery_id` char(24) NOT NULL,
	`is_from_sender` boolean NOT NULL,
	`reader` char(64) NOT NULL,
	`text_encrypted` mediumblob NOT NULL,
	`wrapped_key` varbinary(80) NOT NULL,
	`master_key_id` smallint NOT NULL,
	`submission_id` char(24) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `replies_id` PRIMARY KEY(`id`),
	CONSTRAINT `replies_submission` UNIQUE(`delivery_id`,`submission_id`)
);
--> statement-breakpoint
CREATE TABLE `reply_media` (
	`id` char(24) NOT NULL,
	`reply_id` char(24) NOT NULL,
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
ALTER TABLE `replies` ADD CONSTRAINT `replies_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reply_media` ADD CONSTRAINT `reply_media_reply_id_replies_id_fk` FOREIGN KEY (`reply_id`) REFERENCES `replies`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `shares` ADD CONSTRAINT `shares_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `shares` ADD CONSTRAINT `shares_delivery_id_deliveries_id_fk` FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `replies_conversation` ON `replies` (`delivery_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `replies_reader` ON `replies` (`reader`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reply_media_reply` ON `reply_media` (`reply_id`,`position`);--> statement-breakpoint
CREATE INDEX `shares_memory` ON `shares` (`memory_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_delivery` ON `shares` (`delivery_id`);
