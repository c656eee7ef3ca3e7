ALTER TABLE "bots" ADD COLUMN "forced_by" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "forced_at" timestamp(3) with time zone;