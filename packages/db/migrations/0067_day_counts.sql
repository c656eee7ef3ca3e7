CREATE TABLE "payment_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"plan_name" text NOT NULL,
	"type" text NOT NULL,
	"result" text NOT NULL,
	"is_unexpected" boolean NOT NULL,
	"count" integer NOT NULL,
	"payment" bigint NOT NULL,
	CONSTRAINT "payment_days_pk" PRIMARY KEY("organization_id","day","plan_name","type","result","is_unexpected")
);
--> statement-breakpoint
ALTER TABLE "payment_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activity_counts" (
	"organization_id" uuid NOT NULL,
	"scale" text NOT NULL,
	"at" date NOT NULL,
	"users" integer NOT NULL,
	CONSTRAINT "activity_counts_organization_id_scale_at_pk" PRIMARY KEY("organization_id","scale","at")
);
--> statement-breakpoint
ALTER TABLE "activity_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"came" integer NOT NULL,
	"verified" integer NOT NULL,
	CONSTRAINT "user_days_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "user_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payment_standings" ADD COLUMN "plan_name" text;--> statement-breakpoint
ALTER TABLE "payment_standings" ADD COLUMN "payment" integer;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("organization_id","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_of_action" ON "audit_entries" USING btree ("organization_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_refused" ON "audit_entries" USING btree ("organization_id","id") WHERE "audit_entries"."refusal" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_of_plan" ON "subscriptions" USING btree ("organization_id","plan_id","created_at","id","state");--> statement-breakpoint
CREATE POLICY "own_organization" ON "payment_days" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("payment_days"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("payment_days"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "activity_counts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("activity_counts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("activity_counts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "user_days" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("user_days"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("user_days"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update on payment_days, activity_counts, user_days to tenbin_tenant;--> statement-breakpoint
update payment_standings s set plan_name = r.plan_name, payment = r.payment
from payment_records r where r.organization_id = s.organization_id and r.fact_key = s.fact_key;--> statement-breakpoint
ALTER TABLE "payment_standings" ALTER COLUMN "plan_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_standings" ALTER COLUMN "payment" SET NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_payment_standing() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into payment_standings as s
    (organization_id, key, fact_key, at, user_id, subscription_id, plan_name, payment, type, result, is_unexpected)
  values (new.organization_id, new.key, new.fact_key, new.at, new.user_id, new.subscription_id, new.plan_name, new.payment, new.type,
    new.result, new.is_unexpected)
  on conflict (organization_id, key) do update set
    fact_key = excluded.fact_key, at = excluded.at, user_id = excluded.user_id, subscription_id = excluded.subscription_id,
    plan_name = excluded.plan_name, payment = excluded.payment,
    type = excluded.type, result = excluded.result, is_unexpected = excluded.is_unexpected
  where payment_rank(excluded.result) > payment_rank(s.result);
  return null;
end $$;--> statement-breakpoint
-- Days are counted when a transaction ends, after all that it locks itself, one transaction of an organization after another:
-- nobody waits in a circle, and nobody longer than another takes to end.
CREATE FUNCTION count_payment(s payment_standings, sign integer) RETURNS void LANGUAGE sql AS $$
  insert into payment_days as d (organization_id, day, plan_name, type, result, is_unexpected, count, payment)
  values (s.organization_id, (s.at at time zone 'UTC')::date, s.plan_name, s.type, s.result, s.is_unexpected, sign, sign * s.payment::bigint)
  on conflict (organization_id, day, plan_name, type, result, is_unexpected)
  do update set count = d.count + excluded.count, payment = d.payment + excluded.payment
$$;--> statement-breakpoint
CREATE FUNCTION keep_payment_days() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_days ' || new.organization_id, 0));
  if tg_op = 'UPDATE' then perform count_payment(old, -1); end if;
  perform count_payment(new, 1);
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_standings_days AFTER INSERT OR UPDATE ON payment_standings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_payment_days();--> statement-breakpoint
CREATE FUNCTION keep_activity_counts() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_advisory_xact_lock(hashtextextended('activity_counts ' || new.organization_id, 0));
  insert into activity_counts as c (organization_id, scale, at, users) values (new.organization_id, new.scale, new.at, 1)
  on conflict (organization_id, scale, at) do update set users = c.users + 1;
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER user_activity_counts AFTER INSERT ON user_activity DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_activity_counts();--> statement-breakpoint
CREATE FUNCTION count_user(u users, sign integer) RETURNS void LANGUAGE sql AS $$
  insert into user_days as d (organization_id, day, came, verified)
  select u.organization_id, (c.at at time zone 'UTC')::date, sign * sum(c.came), sign * sum(c.verified)
  from (values (u.created_at, 1, 0), (u.verified_at, 0, 1)) c(at, came, verified) where c.at is not null group by 2
  on conflict (organization_id, day) do update set came = d.came + excluded.came, verified = d.verified + excluded.verified
$$;--> statement-breakpoint
CREATE FUNCTION keep_user_days() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_advisory_xact_lock(hashtextextended('user_days ' || new.organization_id, 0));
  if tg_op = 'UPDATE' and old.deleted_at is null then perform count_user(old, -1); end if;
  if new.deleted_at is null then perform count_user(new, 1); end if;
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_days_begin AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_user_days();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_days_change AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.created_at, old.verified_at, old.deleted_at IS NULL)
    IS DISTINCT FROM (new.created_at, new.verified_at, new.deleted_at IS NULL))
  EXECUTE FUNCTION keep_user_days();--> statement-breakpoint
insert into user_days (organization_id, day, came, verified)
select organization_id, (at at time zone 'UTC')::date, sum(came), sum(verified) from (
  select organization_id, created_at as at, 1 as came, 0 as verified from users where deleted_at is null
  union all
  select organization_id, verified_at, 0, 1 from users where deleted_at is null and verified_at is not null
) u group by 1, 2;--> statement-breakpoint
insert into payment_days (organization_id, day, plan_name, type, result, is_unexpected, count, payment)
select organization_id, (at at time zone 'UTC')::date, plan_name, type, result, is_unexpected, count(*), sum(payment)
from payment_standings group by 1, 2, 3, 4, 5, 6;--> statement-breakpoint
insert into activity_counts (organization_id, scale, at, users)
select organization_id, scale, at, count(*) from user_activity group by 1, 2, 3;
