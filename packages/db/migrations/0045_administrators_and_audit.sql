CREATE TABLE "administrator_links" (
	"organization_id" uuid NOT NULL,
	"administrator_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "administrator_links_organization_id_administrator_id_pk" PRIMARY KEY("organization_id","administrator_id"),
	CONSTRAINT "administrator_links_token" UNIQUE("organization_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "administrator_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "administrators" DROP CONSTRAINT "administrators_email";--> statement-breakpoint
ALTER TABLE "administrators" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "language" text DEFAULT 'ja' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "removed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "administrator_links" ADD CONSTRAINT "administrator_links_administrator" FOREIGN KEY ("organization_id","administrator_id") REFERENCES "public"."administrators"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "administrators_email" ON "administrators" USING btree ("organization_id","email_key") WHERE "administrators"."removed_at" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "administrator_links" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("administrator_links"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("administrator_links"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant update (role, language, removed_at) on administrators to tenbin_tenant;--> statement-breakpoint
grant select, insert, update, delete on administrator_links to tenbin_tenant;--> statement-breakpoint
-- What an administrator changes is written in the transaction that writes down who did.
grant update (name, settings, help_pages) on organizations to tenbin_tenant;
