-- Divided by month, so that a month of the past can go whole: rows are neither changed nor deleted, by anybody.
ALTER TABLE "audit_entries" RENAME TO "audit_entries_before";--> statement-breakpoint
ALTER TABLE "audit_entries_before" RENAME CONSTRAINT "audit_entries_pkey" TO "audit_entries_before_pkey";--> statement-breakpoint
ALTER INDEX "audit_entries_place" RENAME TO "audit_entries_before_place";--> statement-breakpoint
ALTER INDEX "audit_entries_of_platform" RENAME TO "audit_entries_before_of_platform";--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid NOT NULL,
	"organization_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"refusal" text,
	"network" text,
	"agent" text,
	"facts" jsonb NOT NULL,
	CONSTRAINT "audit_entries_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_entries_place" ON "audit_entries" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_platform" ON "audit_entries" USING btree ("id") WHERE "audit_entries"."organization_id" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "audit_entries" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("audit_entries"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("audit_entries"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
-- Of the parts nobody but the owner may even read: rights and row-level security stand with the whole.
grant select, insert on audit_entries to tenbin_tenant;--> statement-breakpoint
CREATE TRIGGER audit_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Does nothing where the month is there.
CREATE FUNCTION make_audit_month(month date) RETURNS void LANGUAGE plpgsql AS $$
declare
  part text := 'audit_entries_' || to_char(month, 'YYYY_MM');
  next date := month + interval '1 month';
begin
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I partition of audit_entries for values from (%L) to (%L)', part, month || ' 00:00:00+00', next || ' 00:00:00+00');
  execute format('create trigger only_grows before update or delete or truncate on %I for each statement execute function refuse_change()', part);
end $$;--> statement-breakpoint
-- For entries of a month that nobody made.
CREATE TABLE "audit_entries_rest" PARTITION OF "audit_entries" DEFAULT;--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
select make_audit_month(month) from (select distinct date_trunc('month', "at" at time zone 'UTC')::date as month from audit_entries_before) months;--> statement-breakpoint
insert into audit_entries select * from audit_entries_before;--> statement-breakpoint
drop table audit_entries_before;
