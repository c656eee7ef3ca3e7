DROP INDEX "bots_standing";--> statement-breakpoint
DROP INDEX "payment_standings_time";--> statement-breakpoint
DROP INDEX "payment_standings_missing";--> statement-breakpoint
DROP INDEX "subscriptions_limits";--> statement-breakpoint
CREATE INDEX "user_standings_plan" ON "user_standings" USING btree ("organization_id","series_id","user_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "bots_standing" ON "bots" USING btree ("organization_id","state","stop_cause","stopped_at","active","rebalance_id") WHERE deleted_at is null and user_id is not null;--> statement-breakpoint
CREATE INDEX "payment_standings_time" ON "payment_standings" USING btree ("organization_id","at","key","fact_key","type","result","is_unexpected");--> statement-breakpoint
CREATE INDEX "payment_standings_missing" ON "payment_standings" USING btree ("organization_id","subscription_id","at","key","result") WHERE result in ('FAILED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "subscriptions_limits" ON "subscriptions" USING btree ("organization_id","plan_id","user_id","period_start") WHERE state not in ('cancelled', 'expired');