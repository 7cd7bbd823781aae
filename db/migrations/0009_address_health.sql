CREATE TABLE `address_health` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`email` varchar(254) NOT NULL,
	`domain_verdict` varchar(10),
	`domain_checked_at` datetime(3),
	`asked_at` datetime(3),
	`asks` tinyint DEFAULT 0 NOT NULL,
	`answer` varchar(10),
	`answered_at` datetime(3),
	`said_right_at` datetime(3),
	CONSTRAINT `address_health_id` PRIMARY KEY(`id`),
	CONSTRAINT `address_health_address` UNIQUE(`memory_id`,`email`)
);
--> statement-breakpoint
ALTER TABLE `memories` ADD `next_care_at` datetime(3) DEFAULT '1970-01-01 00:00:00.000';--> statement-breakpoint
ALTER TABLE `memories` ADD `address_status` varchar(10);--> statement-breakpoint
ALTER TABLE `memories` ADD `address_concern_at` datetime(3);--> statement-breakpoint
ALTER TABLE `address_health` ADD CONSTRAINT `address_health_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `memories_care` ON `memories` (`next_care_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `memories_concern` ON `memories` (`user_id`,`address_concern_at`);
