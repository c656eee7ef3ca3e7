-- In the order in which transactions of a running server lock: users before what is kept of them.
ALTER TABLE "users" ADD CONSTRAINT "users_address" UNIQUE("organization_id","id","email_key");--> statement-breakpoint
DROP INDEX "payment_standings_time";--> statement-breakpoint
ALTER TABLE "payment_standings" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "user_standings" ADD COLUMN "payment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Days are counted anew where what they are counted by changes, and not with its payer's address.
DROP TRIGGER payment_standings_days ON payment_standings;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_standings_days_begin AFTER INSERT ON payment_standings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_payment_days();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_standings_days_change AFTER UPDATE ON payment_standings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.at, old.plan_name, old.type, old.result, old.is_unexpected, old.payment)
    IS DISTINCT FROM (new.at, new.plan_name, new.type, new.result, new.is_unexpected, new.payment))
  EXECUTE FUNCTION keep_payment_days();--> statement-breakpoint
update payment_standings s set email_key = u.email_key
from users u where u.organization_id = s.organization_id and u.id = s.user_id and u.deleted_at is null;--> statement-breakpoint
update user_standings k set payment_count = n.count
from (select organization_id, user_id, count(*) from payment_standings where user_id is not null group by 1, 2) n
where n.organization_id = k.organization_id and n.user_id = k.user_id;--> statement-breakpoint
ALTER TABLE "payment_standings" ADD CONSTRAINT "payment_standings_address" FOREIGN KEY ("organization_id","user_id","email_key") REFERENCES "public"."users"("organization_id","id","email_key") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "payment_standings_time" ON "payment_standings" USING btree ("organization_id","at","key","fact_key","type","result","is_unexpected","email_key");--> statement-breakpoint
-- Whoever is moving to another address is waited for.
CREATE OR REPLACE FUNCTION keep_payment_standing() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  address text;
begin
  select u.email_key into address from users u
  where u.organization_id = new.organization_id and u.id = new.user_id and u.deleted_at is null for key share;
  insert into payment_standings as s
    (organization_id, key, fact_key, at, user_id, subscription_id, plan_name, payment, type, result, is_unexpected, email_key)
  values (new.organization_id, new.key, new.fact_key, new.at, new.user_id, new.subscription_id, new.plan_name, new.payment, new.type,
    new.result, new.is_unexpected, address)
  on conflict (organization_id, key) do update set
    fact_key = excluded.fact_key, at = excluded.at, user_id = excluded.user_id, subscription_id = excluded.subscription_id,
    plan_name = excluded.plan_name, payment = excluded.payment,
    type = excluded.type, result = excluded.result, is_unexpected = excluded.is_unexpected, email_key = excluded.email_key
  where payment_rank(excluded.result) > payment_rank(s.result);
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION keep_payment_count() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'UPDATE' then
    update user_standings set payment_count = payment_count - 1 where organization_id = old.organization_id and user_id = old.user_id;
  end if;
  update user_standings set payment_count = payment_count + 1 where organization_id = new.organization_id and user_id = new.user_id;
  return null;
end $$;--> statement-breakpoint
-- Days are counted one transaction after another: whose payment count changes is locked before, and by none in their turn.
CREATE OR REPLACE FUNCTION keep_payment_days() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform from user_standings where organization_id = new.organization_id and user_id = new.user_id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('payment_days ' || new.organization_id, 0));
  if tg_op = 'UPDATE' then perform count_payment(old, -1); end if;
  perform count_payment(new, 1);
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_standings_count_begins AFTER INSERT ON payment_standings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION keep_payment_count();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_standings_count_changes AFTER UPDATE ON payment_standings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION keep_payment_count();--> statement-breakpoint
-- Whoever is deleted is found by no address.
CREATE OR REPLACE FUNCTION keep_standing_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.deleted_at is not null then
    update payment_standings set email_key = null where organization_id = new.organization_id and user_id = new.id;
    delete from user_standings where organization_id = new.organization_id and user_id = new.id;
    return null;
  end if;
  insert into user_standings (organization_id, user_id, email_key, verified_at, banned_at, is_set_up, referred_by)
  select u.organization_id, u.id, u.email_key, u.verified_at, u.banned_at, 'BotSetupCompleted' = any(u.action_flags), u.referred_by
  from users u where u.organization_id = new.organization_id and u.id = new.id and u.deleted_at is null
  on conflict (organization_id, user_id) do update set
    email_key = excluded.email_key, verified_at = excluded.verified_at, banned_at = excluded.banned_at,
    is_set_up = excluded.is_set_up, referred_by = excluded.referred_by;
  return null;
end $$;
