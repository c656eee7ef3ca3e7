CREATE TABLE "rebalances" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"exchange_id" uuid NOT NULL,
	"status" text NOT NULL,
	"starts_bot" boolean NOT NULL,
	"orders" jsonb NOT NULL,
	"balances_before" jsonb,
	"balances_after" jsonb,
	"fee_percents" jsonb NOT NULL,
	"reason" text,
	"facts" jsonb NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "rebalances_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "rebalances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "bots_to_run";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "rebalance_id" uuid;--> statement-breakpoint
ALTER TABLE "order_intents" ADD COLUMN "rebalance_id" uuid;--> statement-breakpoint
ALTER TABLE "rebalances" ADD CONSTRAINT "rebalances_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rebalances_user" ON "rebalances" USING btree ("organization_id","user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rebalances_one_at_a_time" ON "rebalances" USING btree ("organization_id","bot_id") WHERE status in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "order_intents_rebalance" ON "order_intents" USING btree ("organization_id","rebalance_id") WHERE rebalance_id is not null;--> statement-breakpoint
CREATE INDEX "bots_to_run" ON "bots" USING btree ("organization_id","exchange_account_id") WHERE deleted_at is null and (active or state <> 'stopped' or rebalance_id is not null);--> statement-breakpoint
CREATE POLICY "own_organization" ON "rebalances" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("rebalances"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("rebalances"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update on rebalances to tenbin_tenant;
