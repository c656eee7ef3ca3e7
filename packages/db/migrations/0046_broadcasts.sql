CREATE TABLE "broadcast_recipients" (
	"organization_id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mail_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "broadcast_recipients_organization_id_broadcast_id_user_id_pk" PRIMARY KEY("organization_id","broadcast_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"send_at" timestamp(3) with time zone NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"recipients" integer,
	"results" jsonb,
	"tried" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "broadcasts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_bounces" (
	"organization_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_bounces_organization_id_email_key_pk" PRIMARY KEY("organization_id","email_key")
);
--> statement-breakpoint
ALTER TABLE "mail_bounces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast" FOREIGN KEY ("organization_id","broadcast_id") REFERENCES "public"."broadcasts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_bounces" ADD CONSTRAINT "mail_bounces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_recipients_waiting" ON "broadcast_recipients" USING btree ("organization_id","broadcast_id","next_at","user_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "broadcasts_due" ON "broadcasts" USING btree ("organization_id","next_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE POLICY "own_organization" ON "broadcast_recipients" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("broadcast_recipients"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("broadcast_recipients"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "broadcasts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("broadcasts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("broadcasts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "mail_bounces" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("mail_bounces"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("mail_bounces"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on broadcasts, broadcast_recipients, mail_bounces to tenbin_tenant;
