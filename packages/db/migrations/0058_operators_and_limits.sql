ALTER TABLE "administrators" DROP CONSTRAINT "administrators_role";--> statement-breakpoint
ALTER TABLE "administrators" DROP CONSTRAINT "administrators_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "suspended_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "user_standings_newest" ON "user_standings" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_role" CHECK (case when "administrators"."organization_id" = '00000000-0000-0000-0000-000000000000'::uuid then role in ('operator', 'observer') else role in ('owner', 'manager', 'support', 'finance') end);--> statement-breakpoint
-- Operators are the administrators of the platform.
INSERT INTO "administrators" ("organization_id", "id", "email", "email_key", "password_hash", "role", "created_at")
SELECT '00000000-0000-0000-0000-000000000000', "id", "email", "email_key", "password_hash", "role", "created_at" FROM "operators";--> statement-breakpoint
DROP TABLE "operators";
