ALTER TABLE `deliveries` ADD `reminders` tinyint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `next_step_at` datetime(3);--> statement-breakpoint
CREATE INDEX `deliveries_next_step` ON `deliveries` (`next_step_at`);