DROP INDEX "webhook_events_waiting";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "webhook_events" SET "due_at" = "received_at";--> statement-breakpoint
ALTER TABLE "webhook_events" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("organization_id","due_at") WHERE applied_at is null;--> statement-breakpoint
grant update ("due_at") on webhook_events to tenbin_tenant;
