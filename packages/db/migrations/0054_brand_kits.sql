CREATE TABLE "brand_drafts" (
	"organization_id" uuid NOT NULL,
	"kit" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"token" text NOT NULL,
	"shown_until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "brand_drafts_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "brand_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "brand_pictures" (
	"organization_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"given_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "brand_pictures_organization_id_hash_pk" PRIMARY KEY("organization_id","hash")
);
--> statement-breakpoint
ALTER TABLE "brand_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "brand_versions" (
	"organization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kit" jsonb NOT NULL,
	"note" text NOT NULL,
	"published_by" uuid NOT NULL,
	"published_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "brand_versions_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
ALTER TABLE "brand_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "brand_kit" jsonb;--> statement-breakpoint
ALTER TABLE "brand_drafts" ADD CONSTRAINT "brand_drafts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_pictures" ADD CONSTRAINT "brand_pictures_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "brand_drafts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("brand_drafts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("brand_drafts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "brand_pictures" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("brand_pictures"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("brand_pictures"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "brand_versions" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("brand_versions"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("brand_versions"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on brand_drafts to tenbin_tenant;--> statement-breakpoint
grant select, insert, delete on brand_versions to tenbin_tenant;--> statement-breakpoint
grant select, insert, delete, update ("given_at") on brand_pictures to tenbin_tenant;--> statement-breakpoint
grant update ("brand_kit") on organizations to tenbin_tenant;
