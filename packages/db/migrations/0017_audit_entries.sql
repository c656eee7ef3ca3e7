CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"refusal" text,
	"network" text,
	"agent" text,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_entries_place" ON "audit_entries" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_platform" ON "audit_entries" USING btree ("id") WHERE "audit_entries"."organization_id" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "audit_entries" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("audit_entries"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("audit_entries"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert on audit_entries to tenbin_tenant;--> statement-breakpoint
-- Not even the owner of the table changes what was done, short of taking this away.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'audit entries are only added to' using errcode = 'insufficient_privilege';
end $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
