DROP INDEX "subscriptions_running";--> statement-breakpoint
ALTER TABLE "paypal_accounts" ADD COLUMN "events_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reversed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "look_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_running" ON "subscriptions" USING btree ("organization_id","look_at") WHERE state not in ('cancelled', 'expired');--> statement-breakpoint
grant update ("events_until") on paypal_accounts to tenbin_tenant;