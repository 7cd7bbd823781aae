ALTER TABLE `memories` ADD `second_email` varchar(254);--> statement-breakpoint
ALTER TABLE `memories` ADD `backup_name` varchar(200);--> statement-breakpoint
ALTER TABLE `memories` ADD `backup_email` varchar(254);--> statement-breakpoint
ALTER TABLE `memories` ADD `held_until` datetime(3);--> statement-breakpoint
UPDATE `memories` SET `held_until` = `updated_at` + INTERVAL 7 YEAR WHERE `state` = 'held';--> statement-breakpoint
ALTER TABLE `deliveries` ADD `rung` varchar(20) DEFAULT 'first_address' NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `first_email` varchar(254);--> statement-breakpoint
UPDATE `deliveries` SET `rung` = IF(`message_id` IS NULL, 'unwanted', 'held') WHERE `state` IN ('bounced', 'failed');
