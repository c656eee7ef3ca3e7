ALTER TABLE "sessions" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD COLUMN "withdrawn_at" timestamp(3) with time zone;