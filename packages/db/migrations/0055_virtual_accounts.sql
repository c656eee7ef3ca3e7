CREATE TABLE "answered_calls" (
	"organization_id" uuid NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "answered_calls_organization_id_caller_key_pk" PRIMARY KEY("organization_id","caller","key")
);
--> statement-breakpoint
ALTER TABLE "answered_calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hand_orders" (
	"organization_id" uuid NOT NULL,
	"client_order_id" text NOT NULL,
	"virtual_account_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"pair" text NOT NULL,
	"side" text NOT NULL,
	"price" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"is_market" boolean NOT NULL,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"cancel_asked_at" timestamp(3) with time zone,
	"withdrawn_at" timestamp(3) with time zone,
	CONSTRAINT "hand_orders_organization_id_client_order_id_pk" PRIMARY KEY("organization_id","client_order_id")
);
--> statement-breakpoint
ALTER TABLE "hand_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "virtual_accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"exchange_account_id" uuid NOT NULL,
	"name" text,
	"holds" jsonb NOT NULL,
	"owed" jsonb NOT NULL,
	"frozen_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "virtual_accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "virtual_accounts_name" UNIQUE NULLS NOT DISTINCT("organization_id","exchange_account_id","name")
);
--> statement-breakpoint
ALTER TABLE "virtual_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "movements" ADD COLUMN "counterpart_id" uuid;--> statement-breakpoint
ALTER TABLE "movements" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "movements" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "movements" ADD COLUMN "reverses" bigint;--> statement-breakpoint
ALTER TABLE "hand_orders" ADD CONSTRAINT "hand_orders_account_fk" FOREIGN KEY ("organization_id","virtual_account_id") REFERENCES "public"."virtual_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_orders" ADD CONSTRAINT "hand_orders_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_accounts" ADD CONSTRAINT "virtual_accounts_sub_account_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."sub_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_accounts" ADD CONSTRAINT "virtual_accounts_account_fk" FOREIGN KEY ("organization_id","exchange_account_id") REFERENCES "public"."exchange_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_calls_at" ON "answered_calls" USING btree ("organization_id","at");--> statement-breakpoint
CREATE INDEX "hand_orders_account" ON "hand_orders" USING btree ("organization_id","virtual_account_id","sequence");--> statement-breakpoint
CREATE INDEX "hand_orders_of_bot" ON "hand_orders" USING btree ("organization_id","bot_id","sequence") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "movements_counterpart" ON "movements" USING btree ("organization_id","counterpart_id","number") WHERE counterpart_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "movements_reversed_once" ON "movements" USING btree ("organization_id","reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "answered_calls" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("answered_calls"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("answered_calls"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "hand_orders" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("hand_orders"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("hand_orders"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "virtual_accounts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("virtual_accounts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("virtual_accounts"."organization_id" = current_setting('app.organization_id')::uuid);
--> statement-breakpoint
grant select, insert, update on virtual_accounts, hand_orders to tenbin_tenant;
--> statement-breakpoint
grant select, insert, update, delete on answered_calls to tenbin_tenant;
