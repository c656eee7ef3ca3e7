ALTER TABLE "exchange_accounts" ADD COLUMN "exchange_user" text;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_exchange_user" UNIQUE("exchange_user");