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
ALTER TABLE `profiles` ADD `next_digest_at` datetime(3) DEFAULT '1970-01-01 00:00:00.000' NOT NULL;--> statement-breakpoint
ALTER TABLE `notification_preferences` ADD CONSTRAINT `notification_preferences_user_id_profiles_id_fk` FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `profiles_digest` ON `profiles` (`next_digest_at`);
