ALTER TABLE "subscriptions" ADD COLUMN "paid_plan_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stopped_at_limit" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_paid_plan" FOREIGN KEY ("organization_id","paid_plan_id") REFERENCES "public"."user_plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_at_limit" ON "subscriptions" USING btree ("organization_id") WHERE stopped_at_limit is not null;