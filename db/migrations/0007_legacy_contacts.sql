CREATE TABLE `legacy_contacts` (
	`id` char(24) NOT NULL,
	`owner_id` char(24) NOT NULL,
	`name` varchar(200) NOT NULL,
	`email` varchar(254) NOT NULL,
	`relationship` varchar(10) NOT NULL,
	`update_email` boolean NOT NULL DEFAULT false,
	`view_content` boolean NOT NULL DEFAULT false,
	`receive_duplicate` boolean NOT NULL DEFAULT false,
	`state` varchar(10) NOT NULL,
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
ALTER TABLE `opening_codes` MODIFY COLUMN `delivery_id` char(24);--> statement-breakpoint
ALTER TABLE `opening_codes` ADD `contact_id` char(24);--> statement-breakpoint
ALTER TABLE `reading_sessions` MODIFY COLUMN `delivery_id` char(24);--> statement-breakpoint
ALTER TABLE `reading_sessions` ADD `contact_id` char(24);--> statement-breakpoint
CREATE INDEX `legacy_waits_memory` ON `legacy_waits` (`memory_id`);--> statement-breakpoint
CREATE INDEX `legacy_waits_next_step` ON `legacy_waits` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `opening_codes_contact` ON `opening_codes` (`contact_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `legacy_contacts` ADD CONSTRAINT `legacy_contacts_owner_id_profiles_id_fk` FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_waits` ADD CONSTRAINT `legacy_waits_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `legacy_waits` ADD CONSTRAINT `legacy_waits_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `opening_codes` ADD CONSTRAINT `opening_codes_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reading_sessions` ADD CONSTRAINT `reading_sessions_contact_id_legacy_contacts_id_fk` FOREIGN KEY (`contact_id`) REFERENCES `legacy_contacts`(`id`) ON DELETE cascade ON UPDATE no action;
