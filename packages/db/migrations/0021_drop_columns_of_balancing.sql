ALTER TABLE "bots" DROP COLUMN "pairs";--> statement-breakpoint
ALTER TABLE "bots" DROP COLUMN "delta";--> statement-breakpoint
ALTER TABLE "contract_records" DROP COLUMN "delta";