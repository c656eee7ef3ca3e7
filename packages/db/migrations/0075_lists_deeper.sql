DROP INDEX "bots_standing";--> statement-breakpoint
CREATE INDEX "user_standings_plan" ON "user_standings" USING btree ("organization_id","series_id","user_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "bots_standing" ON "bots" USING btree ("organization_id","state","stop_cause","stopped_at","active","rebalance_id") WHERE deleted_at is null and user_id is not null;