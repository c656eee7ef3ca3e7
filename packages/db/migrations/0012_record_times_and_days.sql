CREATE TABLE "bot_days" (
	"organization_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"day" text NOT NULL,
	"activity" jsonb NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"usd" jsonb,
	CONSTRAINT "bot_days_organization_id_bot_id_since_day_pk" PRIMARY KEY("organization_id","bot_id","since","day")
);
--> statement-breakpoint
ALTER TABLE "bot_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "contract_records_time";--> statement-breakpoint
ALTER TABLE "contract_records" ADD COLUMN "place" integer;--> statement-breakpoint
UPDATE "contract_records" SET "place" = "number";--> statement-breakpoint
ALTER TABLE "contract_records" ALTER COLUMN "place" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_days" ADD CONSTRAINT "bot_days_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_records_place" ON "contract_records" USING btree ("organization_id","bot_id","place");--> statement-breakpoint
CREATE INDEX "contract_records_time" ON "contract_records" USING btree ("organization_id","bot_id","created_at","place");--> statement-breakpoint
ALTER TABLE "bots" DROP COLUMN "annual_rate";--> statement-breakpoint
CREATE POLICY "own_organization" ON "bot_days" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("bot_days"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("bot_days"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update on bot_days to tenbin_tenant;--> statement-breakpoint
-- What is history is never changed: only where it stands in time, when something before it comes late.
grant update (place, basis_point_total, volume_total) on contract_records to tenbin_tenant;
