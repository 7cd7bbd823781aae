CREATE TABLE `board_guests` (
	`id` char(24) NOT NULL,
	`memory_id` char(24) NOT NULL,
	`name` varchar(200) NOT NULL,
	`email` varchar(254),
	`joined_at` datetime(3) NOT NULL,
	CONSTRAINT `board_guests_id` PRIMARY KEY(`id`),
	CONSTRAINT `board_guests_address` UNIQUE(`memory_id`,`email`)
);
--> statement-breakpoint
CREATE TABLE `board_invitations` (
	`memory_id` char(24) NOT NULL,
	`seed` char(24) NOT NULL,
	`code_hash` char(64) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `board_invitations_memory_id` PRIMARY KEY(`memory_id`),
	CONSTRAINT `board_invitations_code` UNIQUE(`code_hash`)
);
--> statement-breakpoint
ALTER TABLE `board_guests` ADD CONSTRAINT `board_guests_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `board_invitations` ADD CONSTRAINT `board_invitations_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `board_guests_memory` ON `board_guests` (`memory_id`,`joined_at`);
