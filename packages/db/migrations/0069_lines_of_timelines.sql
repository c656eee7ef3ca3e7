ALTER TABLE "timeline_entries" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
with told as (
  select organization_id, bot_id, id, number,
    kind = 'placed' or (kind = 'cancelled' and coalesce(facts ->> 'because' = 'repriced', false)) as replaces
  from timeline_entries
), marked as (
  select *, not (replaces and coalesce(lag(replaces) over (partition by organization_id, bot_id order by number), false)) as begins from told
), lines as (
  select *, count(*) filter (where begins) over (partition by organization_id, bot_id order by number) as line from marked
), placed as (
  select organization_id, id, (row_number() over (partition by organization_id, bot_id, line order by number) - 1) % 100 as place from lines
)
update timeline_entries t set place = p.place from placed p
where p.place > 0 and t.organization_id = p.organization_id and t.id = p.id;--> statement-breakpoint
CREATE INDEX "timeline_entries_lines" ON "timeline_entries" USING btree ("organization_id","bot_id","number") WHERE place = 0;
