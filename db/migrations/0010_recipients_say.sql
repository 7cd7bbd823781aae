ALTER TABLE `deliveries` ADD `remind_at` datetime(3);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `declined_at` datetime(3);--> statement-breakpoint
CREATE INDEX `deliveries_remind` ON `deliveries` (`remind_at`);--> statement-breakpoint
CREATE TABLE `blocked_senders` (
	`sender_id` char(24) NOT NULL,
	`recipient` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `blocked_senders_sender_id_recipient_pk` PRIMARY KEY(`sender_id`,`recipient`)
);
--> statement-breakpoint
ALTER TABLE `blocked_senders` ADD CONSTRAINT `blocked_senders_sender_id_profiles_id_fk` FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;
