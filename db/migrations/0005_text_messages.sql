CREATE TABLE `provider_allowances` (
	`provider` varchar(20) NOT NULL,
	`tokens` double NOT NULL,
	`counted_at` datetime(3) NOT NULL,
	`paused_until` datetime(3),
	CONSTRAINT `provider_allowances_provider` PRIMARY KEY(`provider`)
);
--> statement-breakpoint
ALTER TABLE `messages` ADD `channel` varchar(10) DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `turn_until` datetime(3);--> statement-breakpoint
DROP INDEX `messages_unsent` ON `messages`;--> statement-breakpoint
CREATE INDEX `messages_unsent` ON `messages` (`state`,`channel`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `provider_events_message` ON `provider_events` (`message_id`);
