CREATE TABLE "administrators" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "administrators_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "administrators_email" UNIQUE("organization_id","email_key")
);
--> statement-breakpoint
ALTER TABLE "administrators" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "operators_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "stop_bots" (
	"organization_id" uuid NOT NULL,
	"stop_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"outcome" text,
	"ended_at" timestamp(3) with time zone,
	"receipt_id" uuid,
	CONSTRAINT "stop_bots_organization_id_stop_id_bot_id_pk" PRIMARY KEY("organization_id","stop_id","bot_id")
);
--> statement-breakpoint
ALTER TABLE "stop_bots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stops" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"scope" text NOT NULL,
	"subject_id" uuid,
	"by" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "stops_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "stops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD COLUMN "rights_due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_bots" ADD CONSTRAINT "stop_bots_stop_fk" FOREIGN KEY ("organization_id","stop_id") REFERENCES "public"."stops"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_bots" ADD CONSTRAINT "stop_bots_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_bots" ADD CONSTRAINT "stop_bots_receipt_fk" FOREIGN KEY ("organization_id","receipt_id") REFERENCES "public"."stop_receipts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stop_bots_waiting" ON "stop_bots" USING btree ("organization_id","bot_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "stops_id" ON "stops" USING btree ("id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "administrators" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("administrators"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("administrators"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "stop_bots" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("stop_bots"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("stop_bots"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "stops" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("stops"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("stops"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert on administrators, stops to tenbin_tenant;--> statement-breakpoint
grant select, insert, update on stop_bots to tenbin_tenant;
