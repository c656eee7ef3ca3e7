CREATE TABLE "organization_bills" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"month" text NOT NULL,
	"number" integer,
	"facts" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"issue" jsonb,
	"issued_at" timestamp(3) with time zone,
	"corrects" uuid,
	"status" text NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "organization_bills_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "organization_bills_number" UNIQUE("number"),
	CONSTRAINT "organization_bills_issue" CHECK ((number is null) = (issue is null) and (number is null) = (issued_at is null))
);
--> statement-breakpoint
ALTER TABLE "organization_bills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"place" integer NOT NULL,
	"monthly_price" integer NOT NULL,
	"price_per_user" integer NOT NULL,
	"basis_points" numeric NOT NULL,
	"features" text[] NOT NULL,
	CONSTRAINT "organization_plans_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"place" integer NOT NULL,
	"monthly_price" integer NOT NULL,
	CONSTRAINT "plan_items_name" UNIQUE("kind","name")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "plan" text DEFAULT 'BASIC' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "plan_options" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "own_prices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_bills" ADD CONSTRAINT "organization_bills_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_bills" ADD CONSTRAINT "organization_bills_corrects" FOREIGN KEY ("organization_id","corrects") REFERENCES "public"."organization_bills"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_bills_issued" ON "organization_bills" USING btree ("organization_id","number");--> statement-breakpoint
CREATE POLICY "own_organization" ON "organization_bills" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("organization_bills"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("organization_bills"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
UPDATE "organizations" SET "plan" = 'FREE' WHERE "is_free";--> statement-breakpoint
INSERT INTO "organization_plans" ("id", "name", "place", "monthly_price", "price_per_user", "basis_points", "features")
SELECT gen_random_uuid(), name, place, 0, 0, 0, (array['BASIC_FEATURE', 'INITIAL_EXCHANGE', 'INITIAL_BOT_LICENSE', 'SUPPORT_MAIL_CHAT', 'CUSTOMIZE_UI', 'AFFILIATE_FEATURE', 'ADD_EXCHANGE', 'FREE_CAMPAIGN', 'AUTO_ADJUST_BOT_SPREAD', 'DOCUMENTATION_FOR_CS', 'REMOVE_INITIAL_EXCHANGE', 'INDIVISUAL_SUPPORT', 'ADD_PAYMENT_METHOD'])[1:features]
FROM (VALUES ('FREE', 1, 3), ('BASIC', 2, 4), ('PROFESSIONAL', 3, 8), ('ENTERPRISE', 4, 13)) AS plans (name, place, features);--> statement-breakpoint
INSERT INTO "plan_items" ("id", "kind", "name", "place", "monthly_price")
SELECT gen_random_uuid(), 'feature', name, place, 0 FROM unnest(array['BASIC_FEATURE', 'INITIAL_EXCHANGE', 'INITIAL_BOT_LICENSE', 'SUPPORT_MAIL_CHAT', 'CUSTOMIZE_UI', 'AFFILIATE_FEATURE', 'ADD_EXCHANGE', 'FREE_CAMPAIGN', 'AUTO_ADJUST_BOT_SPREAD', 'DOCUMENTATION_FOR_CS', 'REMOVE_INITIAL_EXCHANGE', 'INDIVISUAL_SUPPORT', 'ADD_PAYMENT_METHOD']) WITH ORDINALITY AS features (name, place)
UNION ALL
SELECT gen_random_uuid(), 'option', name, place, 0 FROM unnest(array['TROLL_BOX', 'CREATE_LP', 'SUPPORT_ZENDESK', 'ADD_EXCHANGE', 'CUSTOMIZE_UI', 'ADD_PAYMENT_METHOD', 'PAIR_LIMIT']) WITH ORDINALITY AS options (name, place);--> statement-breakpoint
CREATE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if old.number is null then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'status' - 'paid_at') = (to_jsonb(old) - 'status' - 'paid_at') then return new; end if;
  raise exception 'an issued bill is only paid, never changed';
end $$;--> statement-breakpoint
CREATE TRIGGER organization_bills_stay_as_issued BEFORE UPDATE OR DELETE ON organization_bills FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();--> statement-breakpoint
grant select on organization_bills to tenbin_tenant;--> statement-breakpoint
grant update ("sealed") on paypal_accounts to tenbin_tenant;
