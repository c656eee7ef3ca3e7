ALTER TABLE "bot_courses" DROP COLUMN "pairs";--> statement-breakpoint
ALTER TABLE "bot_courses" DROP COLUMN "delta";