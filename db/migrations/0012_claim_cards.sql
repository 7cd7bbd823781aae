CREATE TABLE `claim_cards` (
	`memory_id` char(24) NOT NULL,
	`code_hash` char(64) NOT NULL,
	`tells_day` boolean NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `claim_cards_memory_id` PRIMARY KEY(`memory_id`),
	CONSTRAINT `claim_cards_code` UNIQUE(`code_hash`)
);
--> statement-breakpoint
ALTER TABLE `claim_cards` ADD CONSTRAINT `claim_cards_memory_id_memories_id_fk` FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON DELETE cascade ON UPDATE no action;
