ALTER TABLE "broadcast_recipients" ADD COLUMN "put_off_since" timestamp(3) with time zone;--> statement-breakpoint
-- Addresses that no user has any more.
delete from mail_bounces where not exists (
  select from users where users.organization_id = mail_bounces.organization_id and users.email_key = mail_bounces.email_key
);
