-- The ids that an entry names. An index is made of it, so no row of the log is touched.
CREATE FUNCTION audit_ids(facts jsonb) RETURNS uuid[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(value::uuid), '{}') from jsonb_each_text(facts)
  where value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD COLUMN "session_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_entries_named" ON "audit_entries" USING gin (audit_ids("facts")) WITH (fastupdate=false);--> statement-breakpoint
-- Entries of the organization that name an id. Under row-level security no index serves a condition whose operator might tell
-- of other rows, and that of arrays might: this runs as the owner, behind the wall that is written into it.
CREATE FUNCTION audit_about(named uuid) RETURNS SETOF audit_entries LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  -- The offset keeps the conditions apart: together, the planner may take the index of organizations and read the whole log.
  select * from (select * from audit_entries where audit_ids(facts) @> array[named] offset 0) as naming
  where organization_id = current_setting('app.organization_id')::uuid
$$;--> statement-breakpoint
revoke execute on function audit_about(uuid) from public;--> statement-breakpoint
grant execute on function audit_about(uuid) to tenbin_tenant;
