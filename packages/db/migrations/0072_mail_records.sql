CREATE TABLE "mail_records" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_records_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "mail_records_of_recipient" ON "mail_records" USING btree ("organization_id","recipient_id","at","id");--> statement-breakpoint
CREATE INDEX "mail_records_time" ON "mail_records" USING btree ("at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "mail_records" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("mail_records"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("mail_records"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on mail_records to tenbin_tenant;--> statement-breakpoint
-- Of other mails it was not kept whom they were for and what they were about.
insert into mail_records (organization_id, id, recipient_id, kind, status, at)
select r.organization_id, r.mail_id, r.user_id, b.kind || 'Broadcast', r.status, coalesce(r.sent_at, b.ended_at, b.created_at)
from broadcast_recipients r join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
where r.status in ('sent', 'failed')
on conflict do nothing;
