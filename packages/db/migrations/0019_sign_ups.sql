CREATE TABLE "sign_ups" (
	"organization_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"language" text NOT NULL,
	"referred_by" uuid,
	"code_hash" text,
	"code_expires_at" timestamp(3) with time zone,
	"tries" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sign_ups_organization_id_email_key_pk" PRIMARY KEY("organization_id","email_key"),
	CONSTRAINT "sign_ups_id" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_recipients" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"sent_at" jsonb NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_referred_by" FOREIGN KEY ("organization_id","referred_by") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "sign_ups" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("sign_ups"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("sign_ups"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on sign_ups to tenbin_tenant;
--> statement-breakpoint
-- Whoever has not entered their code is no user any more: they sign up again.
delete from verification_codes where purpose = 'verifyEmail';
--> statement-breakpoint
update users u set referred_by = null where exists (
  select from users r where r.organization_id = u.organization_id and r.id = u.referred_by and r.verified_at is null
);
--> statement-breakpoint
delete from users u where u.verified_at is null
  and not exists (select from exchange_accounts a where a.organization_id = u.organization_id and a.user_id = u.id)
  and not exists (select from bots b where b.organization_id = u.organization_id and b.user_id = u.id)
  and not exists (select from verification_codes c where c.organization_id = u.organization_id and c.user_id = u.id);
