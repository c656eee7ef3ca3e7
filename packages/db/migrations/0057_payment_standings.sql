CREATE TABLE "payment_standings" (
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fact_key" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"subscription_id" uuid,
	"type" text NOT NULL,
	"result" text NOT NULL,
	"is_unexpected" boolean NOT NULL,
	CONSTRAINT "payment_standings_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
ALTER TABLE "payment_standings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"by" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"saved_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "saved_filters_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "saved_filters_name" UNIQUE("organization_id","by","list","name")
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "user_standings_email";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "volume_month" date;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "volume_before" numeric;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "volume_before_last" numeric;--> statement-breakpoint
CREATE INDEX "payment_standings_time" ON "payment_standings" USING btree ("organization_id","at","key");--> statement-breakpoint
CREATE INDEX "payment_standings_missing" ON "payment_standings" USING btree ("organization_id","subscription_id","at","key") WHERE result in ('FAILED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "subscriptions_unpaid" ON "subscriptions" USING btree ("organization_id") WHERE state in ('paymentFailed', 'suspended');--> statement-breakpoint
CREATE INDEX "user_standings_by_email" ON "user_standings" USING btree ("organization_id","email_key","user_id");--> statement-breakpoint
CREATE INDEX "user_standings_seen" ON "user_standings" USING btree ("organization_id","last_seen_at" desc nulls last,"user_id" desc);--> statement-breakpoint
CREATE INDEX "user_standings_period" ON "user_standings" USING btree ("organization_id","period_end" asc nulls last,"user_id" desc);--> statement-breakpoint
CREATE INDEX "user_standings_period_down" ON "user_standings" USING btree ("organization_id","period_end" desc nulls last,"user_id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "payment_standings" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("payment_standings"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("payment_standings"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "saved_filters" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("saved_filters"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("saved_filters"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on saved_filters to tenbin_tenant;--> statement-breakpoint
grant select, insert, update on payment_standings to tenbin_tenant;--> statement-breakpoint
-- The newest fact of a payment counts, in whatever order facts become known.
CREATE FUNCTION payment_rank(result text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select array_position(array['PENDING', 'FAILED', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'], result)
$$;--> statement-breakpoint
CREATE FUNCTION keep_payment_standing() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into payment_standings as s (organization_id, key, fact_key, at, user_id, subscription_id, type, result, is_unexpected)
  values (new.organization_id, new.key, new.fact_key, new.at, new.user_id, new.subscription_id, new.type, new.result, new.is_unexpected)
  on conflict (organization_id, key) do update set
    fact_key = excluded.fact_key, at = excluded.at, user_id = excluded.user_id, subscription_id = excluded.subscription_id,
    type = excluded.type, result = excluded.result, is_unexpected = excluded.is_unexpected
  where payment_rank(excluded.result) > payment_rank(s.result);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER payment_records_standing AFTER INSERT ON payment_records FOR EACH ROW EXECUTE FUNCTION keep_payment_standing();--> statement-breakpoint
insert into payment_standings (organization_id, key, fact_key, at, user_id, subscription_id, type, result, is_unexpected)
select distinct on (organization_id, key) organization_id, key, fact_key, at, user_id, subscription_id, type, result, is_unexpected
from payment_records order by organization_id, key, payment_rank(result) desc, number;--> statement-breakpoint
CREATE FUNCTION volume_until(organization uuid, bot uuid, day date) RETURNS numeric LANGUAGE sql STABLE AS $$
  select coalesce((
    select r.volume_total from contract_records r
    where r.organization_id = organization and r.bot_id = bot and r.created_at < day::timestamp at time zone 'UTC'
    order by r.created_at desc, r.place desc limit 1), 0)
$$;--> statement-breakpoint
-- What a bot had traded before the month of its latest record: looked up once a month, and where a record of before comes late.
CREATE OR REPLACE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into user_activity (organization_id, scale, at, user_id)
  select distinct r.organization_id, s.scale, date_trunc(s.scale, r.created_at at time zone 'UTC')::date, b.user_id
  from added r join bots b on b.organization_id = r.organization_id and b.id = r.bot_id
    cross join (values ('day'), ('month'), ('year')) s(scale)
  where b.user_id is not null
  order by 1, 2, 3, 4
  on conflict do nothing;
  update bots b set (volume_month, volume_before, volume_before_last) = (
    select m.month, volume_until(b.organization_id, b.id, m.month), volume_until(b.organization_id, b.id, (m.month - interval '1 month')::date)
    from (select greatest(a.latest, b.volume_month) as month) m)
  from (
    select r.organization_id, r.bot_id, min(r.created_at) as first,
      date_trunc('month', max(r.created_at) at time zone 'UTC')::date as latest
    from added r group by 1, 2
  ) a
  where b.organization_id = a.organization_id and b.id = a.bot_id
    and (b.volume_month is null or b.volume_month < a.latest or a.first < b.volume_month::timestamp at time zone 'UTC');
  return null;
end $$;--> statement-breakpoint
update bots b set volume_month = n.month, volume_before = volume_until(b.organization_id, b.id, n.month),
  volume_before_last = volume_until(b.organization_id, b.id, (n.month - interval '1 month')::date)
from (select organization_id, id, date_trunc('month', last_record_at at time zone 'UTC')::date as month from bots where last_record_at is not null) n
where b.organization_id = n.organization_id and b.id = n.id;
