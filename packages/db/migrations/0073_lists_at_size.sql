DROP INDEX "subscriptions_of_plan";--> statement-breakpoint
DROP INDEX "subscriptions_unpaid";--> statement-breakpoint
DROP INDEX "user_standings_seen";--> statement-breakpoint
CREATE INDEX "users_referred_newest" ON "users" USING btree ("organization_id","created_at","id") WHERE referred_by is not null;--> statement-breakpoint
CREATE INDEX "exchange_accounts_key_ends" ON "exchange_accounts" USING btree ("organization_id","key_ends_at","id") WHERE key_ends_at is not null;--> statement-breakpoint
CREATE INDEX "payment_records_back" ON "payment_records" USING btree ("organization_id","key") WHERE type = 'REFUND' or result in ('PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "payment_standings_user" ON "payment_standings" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_plan" ON "subscriptions" USING btree ("organization_id","plan_id","created_at","id") WHERE state not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "subscriptions_coming" ON "subscriptions" USING btree ("organization_id","next_plan_id") WHERE next_plan_id is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_endless" ON "subscriptions" USING btree ("organization_id","started_at") WHERE state = 'active' and expires_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("organization_id") WHERE state not in ('active', 'approvalPending') or expires_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_limits" ON "subscriptions" USING btree ("organization_id","user_id","period_start","plan_id") WHERE state not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "user_standings_facts" ON "user_standings" USING btree ("organization_id","user_id","last_seen_at","paid_until","bot_count","running_count");--> statement-breakpoint
CREATE INDEX "user_standings_paid" ON "user_standings" USING btree ("organization_id","paid_until") WHERE paid_until is not null;--> statement-breakpoint
CREATE INDEX "user_standings_trading" ON "user_standings" USING btree ("organization_id") WHERE running_count > 0;--> statement-breakpoint
CREATE INDEX "subscriptions_unpaid" ON "subscriptions" USING btree ("organization_id","user_id") WHERE state in ('paymentFailed', 'suspended');--> statement-breakpoint
CREATE INDEX "user_standings_seen" ON "user_standings" USING btree ("organization_id","last_seen_at" desc nulls last,"user_id" desc,"paid_until");