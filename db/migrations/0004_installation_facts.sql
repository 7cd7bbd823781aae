CREATE TABLE `installation_facts` (
	`name` varchar(40) NOT NULL,
	`value` varchar(200) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `installation_facts_name` PRIMARY KEY(`name`)
);
