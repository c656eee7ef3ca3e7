DROP INDEX "mails_due";--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("organization_id","id") WHERE status = 'waiting';--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "next_attempt_at";