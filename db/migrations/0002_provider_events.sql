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
	`handled_at` datetime(3),
	CONSTRAINT `provider_events_id` PRIMARY KEY(`id`),
	CONSTRAINT `provider_events_event` UNIQUE(`provider`,`event_id`),
	CONSTRAINT `provider_events_token` UNIQUE(`provider`,`token_hash`)
);
--> statement-breakpoint
ALTER TABLE `deliveries` ADD `message_id` char(24);--> statement-breakpoint
CREATE INDEX `provider_events_unhandled` ON `provider_events` (`handled_at`,`received_at`);--> statement-breakpoint
UPDATE `deliveries` JOIN `messages` ON `messages`.`delivery_id` = `deliveries`.`id` AND `messages`.`kind` = 'delivery' SET `deliveries`.`message_id` = `messages`.`id` WHERE `deliveries`.`message_id` IS NULL;
