ALTER TABLE `deliveries` ADD `texted_to` varchar(20);--> statement-breakpoint
CREATE INDEX `deliveries_first_address` ON `deliveries` (`first_email`,`delivery_at`,`memory_id`);
