ALTER TABLE "bots" ADD COLUMN "volume_period" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "volume_before_period" numeric;--> statement-breakpoint
ALTER TABLE "contract_records" ADD COLUMN "earned" numeric;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "earned" numeric;--> statement-breakpoint
CREATE FUNCTION volume_before(organization uuid, bot uuid, moment timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  select coalesce((
    select r.volume_total from contract_records r
    where r.organization_id = organization and r.bot_id = bot and r.created_at < moment
    order by r.created_at desc, r.place desc limit 1), 0)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION volume_until(organization uuid, bot uuid, day date) RETURNS numeric LANGUAGE sql STABLE AS $$
  select volume_before(organization, bot, day::timestamp at time zone 'UTC')
$$;--> statement-breakpoint
-- What a bot had traded before its user's payment period: looked up with the first record in it, and where one of before comes
-- late. Whoever asks compares `volume_period` with the subscription, which may have changed since.
CREATE FUNCTION note_period_volume() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update bots b set volume_period = a.period_start, volume_before_period = volume_before(b.organization_id, b.id, a.period_start)
  from (
    select o.organization_id, o.id, s.period_start, min(r.created_at) as first
    from added r join bots o on o.organization_id = r.organization_id and o.id = r.bot_id
      join subscriptions s on s.organization_id = o.organization_id and s.user_id = o.user_id and s.state not in ('cancelled', 'expired')
    where s.period_start is not null
    group by 1, 2, 3
  ) a
  where b.organization_id = a.organization_id and b.id = a.id
    and (b.volume_period is distinct from a.period_start or a.first < b.volume_period);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER contract_records_period AFTER INSERT ON contract_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_period_volume();--> statement-breakpoint
update bots b set volume_period = s.period_start, volume_before_period = volume_before(b.organization_id, b.id, s.period_start)
from subscriptions s
where s.organization_id = b.organization_id and s.user_id = b.user_id and s.state not in ('cancelled', 'expired')
  and b.last_record_at >= s.period_start;
