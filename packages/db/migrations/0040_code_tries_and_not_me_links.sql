CREATE TABLE "not_me_links" (
	"organization_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "not_me_links_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "not_me_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_tries" (
	"organization_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tries" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"locks" integer NOT NULL,
	"locked_until" timestamp(3) with time zone,
	CONSTRAINT "code_tries_organization_id_holder_id_kind_pk" PRIMARY KEY("organization_id","holder_id","kind")
);
--> statement-breakpoint
ALTER TABLE "code_tries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "not_me_links" ADD CONSTRAINT "not_me_links_of_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "not_me_links_user" ON "not_me_links" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "not_me_links" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("not_me_links"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("not_me_links"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "code_tries" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("code_tries"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("code_tries"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on code_tries, not_me_links to tenbin_tenant;
