CREATE TABLE "campaign_codes" (
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"series_id" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"affiliate_only" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"retired_at" timestamp(3) with time zone,
	CONSTRAINT "campaign_codes_organization_id_code_pk" PRIMARY KEY("organization_id","code")
);
--> statement-breakpoint
ALTER TABLE "campaign_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "campaign_redemptions" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"redeemed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "campaign_redemptions_organization_id_user_id_code_pk" PRIMARY KEY("organization_id","user_id","code")
);
--> statement-breakpoint
ALTER TABLE "campaign_redemptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "checkouts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"terms" jsonb NOT NULL,
	"paypal_account_id" uuid NOT NULL,
	"paypal_subscription_id" text,
	"approve_url" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"outcome" text,
	CONSTRAINT "checkouts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_records" (
	"organization_id" uuid NOT NULL,
	"fact_key" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_records_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"subscription_id" uuid,
	"paypal_subscription_id" text,
	"plan_name" text NOT NULL,
	"campaign_code" text,
	"payment" integer NOT NULL,
	"type" text NOT NULL,
	"result" text NOT NULL,
	"refund_of" text,
	"is_unexpected" boolean NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "payment_records_organization_id_fact_key_pk" PRIMARY KEY("organization_id","fact_key")
);
--> statement-breakpoint
ALTER TABLE "payment_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "paypal_accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"environment" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed" text NOT NULL,
	"product_id" text,
	"webhook_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	CONSTRAINT "paypal_accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "paypal_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"next_plan_id" uuid,
	"state" text NOT NULL,
	"status" jsonb NOT NULL,
	"paypal_account_id" uuid,
	"paypal_subscription_id" text,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"anchor_day" integer,
	"paid_at" timestamp(3) with time zone,
	"owed_upgrade_price" integer,
	"started_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revision" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "subscriptions_paypal" UNIQUE("organization_id","paypal_subscription_id")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_plans" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"trading_limit" numeric,
	"expiration_date" timestamp(3) with time zone,
	"monthly_price" integer NOT NULL,
	"initial_installation_cost" integer NOT NULL,
	"selectable_exchanges" text[] NOT NULL,
	"available_plan_features" text[] NOT NULL,
	"available_plan_options" text[] NOT NULL,
	"paypal_plan_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "user_plans_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "user_plans_version" UNIQUE("organization_id","series_id","version")
);
--> statement-breakpoint
ALTER TABLE "user_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"organization_id" uuid NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"paypal_subscription_id" text,
	"body" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"applied_at" timestamp(3) with time zone,
	CONSTRAINT "webhook_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "campaign_codes" ADD CONSTRAINT "campaign_codes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_redemptions" ADD CONSTRAINT "campaign_redemptions_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_redemptions" ADD CONSTRAINT "campaign_redemptions_code_fk" FOREIGN KEY ("organization_id","code") REFERENCES "public"."campaign_codes"("organization_id","code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_plan" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."user_plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_paypal_account" FOREIGN KEY ("organization_id","paypal_account_id") REFERENCES "public"."paypal_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_records" ADD CONSTRAINT "payment_records_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_accounts" ADD CONSTRAINT "paypal_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."user_plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_plan" FOREIGN KEY ("organization_id","next_plan_id") REFERENCES "public"."user_plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_paypal_account" FOREIGN KEY ("organization_id","paypal_account_id") REFERENCES "public"."paypal_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_plans" ADD CONSTRAINT "user_plans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_codes_in_force" ON "campaign_codes" USING btree ("organization_id","series_id") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "campaign_redemptions_code" ON "campaign_redemptions" USING btree ("organization_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("organization_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "checkouts_paypal" ON "checkouts" USING btree ("organization_id","paypal_subscription_id");--> statement-breakpoint
CREATE INDEX "payment_records_user" ON "payment_records" USING btree ("organization_id","user_id","at");--> statement-breakpoint
CREATE INDEX "payment_records_key" ON "payment_records" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "payment_records_time" ON "payment_records" USING btree ("organization_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_accounts_in_use" ON "paypal_accounts" USING btree ("organization_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_running" ON "subscriptions" USING btree ("organization_id","user_id") WHERE state not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("organization_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_running" ON "subscriptions" USING btree ("organization_id","id") WHERE state not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("organization_id","received_at") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_time" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "campaign_codes" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("campaign_codes"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("campaign_codes"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "campaign_redemptions" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("campaign_redemptions"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("campaign_redemptions"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "checkouts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("checkouts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("checkouts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "payment_records" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("payment_records"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("payment_records"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "paypal_accounts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("paypal_accounts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("paypal_accounts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "subscriptions" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("subscriptions"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("subscriptions"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "user_plans" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("user_plans"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("user_plans"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "webhook_events" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("webhook_events"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("webhook_events"."organization_id" = current_setting('app.organization_id')::uuid);
--> statement-breakpoint
-- What a plan says never changes: an edit is another version. Nor does what was paid.
grant select, insert, update ("paypal_plan_id", "replaced_at", "archived_at") on user_plans to tenbin_tenant;--> statement-breakpoint
grant select, insert, update ("expires_at", "affiliate_only", "retired_at") on campaign_codes to tenbin_tenant;--> statement-breakpoint
grant select, insert on campaign_redemptions, payment_records to tenbin_tenant;--> statement-breakpoint
grant select, insert, update ("product_id", "webhook_id", "replaced_at") on paypal_accounts to tenbin_tenant;--> statement-breakpoint
grant select, insert, update on subscriptions to tenbin_tenant;--> statement-breakpoint
grant select, insert, update ("paypal_subscription_id", "approve_url", "ended_at", "outcome") on checkouts to tenbin_tenant;--> statement-breakpoint
grant select, insert, delete, update ("applied_at") on webhook_events to tenbin_tenant;--> statement-breakpoint
CREATE TRIGGER payment_records_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
