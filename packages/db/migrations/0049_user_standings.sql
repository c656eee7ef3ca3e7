CREATE TABLE "bulk_act_targets" (
	"organization_id" uuid NOT NULL,
	"act_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"outcome" text,
	"code" text,
	"stop_id" uuid,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "bulk_act_targets_organization_id_act_id_user_id_pk" PRIMARY KEY("organization_id","act_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "bulk_act_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bulk_acts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"act" text NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "bulk_acts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bulk_acts_act" CHECK (act in ('stop', 'ban'))
);
--> statement-breakpoint
ALTER TABLE "bulk_acts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_activity" (
	"organization_id" uuid NOT NULL,
	"scale" text NOT NULL,
	"at" date NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_activity_organization_id_scale_at_user_id_pk" PRIMARY KEY("organization_id","scale","at","user_id")
);
--> statement-breakpoint
ALTER TABLE "user_activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_notes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note" text NOT NULL,
	"is_flagged" boolean NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "user_notes_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "user_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_standings" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"banned_at" timestamp(3) with time zone,
	"is_set_up" boolean NOT NULL,
	"referred_by" uuid,
	"last_seen_at" timestamp(3) with time zone,
	"bot_count" integer DEFAULT 0 NOT NULL,
	"running_count" integer DEFAULT 0 NOT NULL,
	"subscription_id" uuid,
	"series_id" uuid,
	"paid_until" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	CONSTRAINT "user_standings_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "user_standings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "stop_cause" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "stopped_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "bulk_act_targets" ADD CONSTRAINT "bulk_act_targets_act" FOREIGN KEY ("organization_id","act_id") REFERENCES "public"."bulk_acts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_act_targets" ADD CONSTRAINT "bulk_act_targets_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_standings" ADD CONSTRAINT "user_standings_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_act_targets_waiting" ON "bulk_act_targets" USING btree ("organization_id","act_id","user_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "user_standings_email" ON "user_standings" USING btree ("organization_id","email_key");--> statement-breakpoint
CREATE INDEX "bots_standing" ON "bots" USING btree ("organization_id","state","stop_cause","stopped_at") WHERE deleted_at is null and user_id is not null;--> statement-breakpoint
CREATE INDEX "bots_running" ON "bots" USING btree ("organization_id","id") WHERE deleted_at is null and user_id is not null and active and rebalance_id is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "bulk_act_targets" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("bulk_act_targets"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("bulk_act_targets"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "bulk_acts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("bulk_acts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("bulk_acts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "user_activity" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("user_activity"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("user_activity"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "user_notes" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("user_notes"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("user_notes"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "user_standings" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("user_standings"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("user_standings"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on user_standings to tenbin_tenant;--> statement-breakpoint
grant select, insert, update on user_notes, bulk_acts, bulk_act_targets to tenbin_tenant;--> statement-breakpoint
grant select, insert on user_activity to tenbin_tenant;--> statement-breakpoint
-- Why a bot is wanted no more: somebody wished so, or it stopped by itself and said why.
CREATE FUNCTION note_stop_cause() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.active then
    new.stop_cause := null;
    new.stopped_at := null;
  else
    new.stop_cause := case
      when new.requested_at is not distinct from old.requested_at then coalesce(new.messages -> -1 ->> 'code', 'internal')
      when new.requested_by = 'automatic' then 'plan'
      when new.requested_by = new.user_id::text then 'user'
      else 'staff' end;
    new.stopped_at := new.updated_at;
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER bots_stop_cause BEFORE UPDATE ON bots FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active) EXECUTE FUNCTION note_stop_cause();--> statement-breakpoint
-- Standings are written when a transaction ends, after all that it locks itself: nobody waits in a circle for them. Bots are
-- counted by what each change adds, so that changes of two bots at once are both counted.
CREATE FUNCTION keep_standing_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.deleted_at is not null then
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
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_standing_begins AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_standing_of_user();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_standing_changes AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.email_key, old.verified_at, old.banned_at, old.action_flags, old.referred_by, old.deleted_at)
    IS DISTINCT FROM (new.email_key, new.verified_at, new.banned_at, new.action_flags, new.referred_by, new.deleted_at))
  EXECUTE FUNCTION keep_standing_of_user();--> statement-breakpoint
CREATE FUNCTION keep_standing_of_bot() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  there integer := (new.deleted_at is null)::int;
  running integer := (new.deleted_at is null and new.active and new.rebalance_id is null)::int;
begin
  if tg_op = 'UPDATE' then
    there := there - (old.deleted_at is null)::int;
    running := running - (old.deleted_at is null and old.active and old.rebalance_id is null)::int;
  end if;
  update user_standings set bot_count = bot_count + there, running_count = running_count + running
  where organization_id = new.organization_id and user_id = new.user_id;
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER bots_standing_begins AFTER INSERT ON bots DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION keep_standing_of_bot();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER bots_standing_changes AFTER UPDATE ON bots DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.user_id IS NOT NULL AND ((old.active, old.rebalance_id IS NULL, old.deleted_at IS NULL)
    IS DISTINCT FROM (new.active, new.rebalance_id IS NULL, new.deleted_at IS NULL)))
  EXECUTE FUNCTION keep_standing_of_bot();--> statement-breakpoint
CREATE FUNCTION keep_standing_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state in ('cancelled', 'expired') then
    update user_standings set subscription_id = null, series_id = null, paid_until = null, period_end = null
    where organization_id = new.organization_id and user_id = new.user_id and subscription_id = new.id;
  elsif new.state <> 'approvalPending' then
    update user_standings k set subscription_id = new.id, series_id = p.series_id, period_end = new.period_end,
      paid_until = case
        when new.state = 'suspended' or (new.status ->> 'isGraceOver')::boolean then null
        else least((new.status ->> 'graceUntil')::timestamptz, new.expires_at, p.expiration_date, '9999-12-31T00:00:00Z') end
    from user_plans p
    where p.organization_id = new.organization_id and p.id = new.plan_id
      and k.organization_id = new.organization_id and k.user_id = new.user_id;
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER subscriptions_standing AFTER INSERT OR UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_standing_of_subscription();--> statement-breakpoint
CREATE FUNCTION note_last_seen() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update user_standings set last_seen_at = new.last_used_at
  where organization_id = new.organization_id and user_id = new.subject_id and (last_seen_at is null or last_seen_at < new.last_used_at);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER sessions_last_seen AFTER INSERT OR UPDATE OF last_used_at ON sessions
  FOR EACH ROW WHEN (new.surface = 'user') EXECUTE FUNCTION note_last_seen();--> statement-breakpoint
-- In one order, so that two bots of one user do not wait for each other.
CREATE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into user_activity (organization_id, scale, at, user_id)
  select distinct r.organization_id, s.scale, date_trunc(s.scale, r.created_at at time zone 'UTC')::date, b.user_id
  from added r join bots b on b.organization_id = r.organization_id and b.id = r.bot_id
    cross join (values ('day'), ('month'), ('year')) s(scale)
  where b.user_id is not null
  order by 1, 2, 3, 4
  on conflict do nothing;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER contract_records_activity AFTER INSERT ON contract_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_activity();--> statement-breakpoint
insert into user_standings (organization_id, user_id, email_key, verified_at, banned_at, is_set_up, referred_by, last_seen_at, bot_count, running_count)
select u.organization_id, u.id, u.email_key, u.verified_at, u.banned_at, 'BotSetupCompleted' = any(u.action_flags), u.referred_by,
  greatest(u.last_sign_in_at, (select max(s.last_used_at) from sessions s where s.surface = 'user' and s.subject_id = u.id)),
  coalesce(b.there, 0), coalesce(b.running, 0)
from users u left join (
  select organization_id, user_id, count(*) as there, count(*) filter (where active and rebalance_id is null) as running
  from bots where deleted_at is null and user_id is not null group by organization_id, user_id
) b on b.organization_id = u.organization_id and b.user_id = u.id
where u.deleted_at is null;--> statement-breakpoint
-- As the trigger writes it.
update subscriptions set revision = revision where state not in ('cancelled', 'expired');--> statement-breakpoint
insert into user_activity (organization_id, scale, at, user_id)
select distinct r.organization_id, s.scale, date_trunc(s.scale, r.created_at at time zone 'UTC')::date, b.user_id
from contract_records r join bots b on b.organization_id = r.organization_id and b.id = r.bot_id
  cross join (values ('day'), ('month'), ('year')) s(scale)
where b.user_id is not null;--> statement-breakpoint
update bots set stopped_at = coalesce(requested_at, updated_at), stop_cause = case
    when (messages -> -1 ->> 'at')::timestamptz >= requested_at then messages -> -1 ->> 'code'
    when requested_by = 'automatic' then 'plan'
    when requested_by = user_id::text then 'user' else 'staff' end
where not active and first_started_at is not null and user_id is not null;
