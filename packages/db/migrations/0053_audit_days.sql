CREATE TABLE "audit_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"entries" integer NOT NULL,
	"previous" text NOT NULL,
	"seal" text NOT NULL,
	"sealed_at" timestamp(3) with time zone NOT NULL,
	"checked_at" timestamp(3) with time zone NOT NULL,
	"is_sound" boolean NOT NULL,
	CONSTRAINT "audit_days_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "audit_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_days_broken" ON "audit_days" USING btree ("organization_id") WHERE not is_sound;--> statement-breakpoint
CREATE POLICY "own_organization" ON "audit_days" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("audit_days"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("audit_days"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select on audit_days to tenbin_tenant;
