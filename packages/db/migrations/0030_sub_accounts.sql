-- Whether what some accounts get others give, in every currency.
CREATE FUNCTION adds_up(entries jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
begin
  return not exists (
    select from jsonb_to_recordset(entries) as entry(account text, currency text, amount numeric)
    group by currency having sum(amount) <> 0 or bool_or(account is null or currency is null or amount is null));
end $$;
--> statement-breakpoint
CREATE TABLE "movements" (
	"organization_id" uuid NOT NULL,
	"sub_account_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "movements_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text NOT NULL,
	"entries" jsonb NOT NULL,
	"pair" text,
	"trade_id" text,
	"exchange_order_id" text,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "movements_organization_id_sub_account_id_number_pk" PRIMARY KEY("organization_id","sub_account_id","number"),
	CONSTRAINT "movements_add_up" CHECK (adds_up("movements"."entries"))
);
--> statement-breakpoint
ALTER TABLE "movements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sub_accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"exchange_account_id" uuid NOT NULL,
	"user_id" uuid,
	"balances" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sub_accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "sub_accounts_owner" CHECK (("sub_accounts"."user_id" is null) = ("sub_accounts"."organization_id" = '00000000-0000-0000-0000-000000000000'::uuid))
);
--> statement-breakpoint
ALTER TABLE "sub_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exchange_accounts" DROP CONSTRAINT "exchange_accounts_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "sub_account_id" uuid;--> statement-breakpoint
-- Every bot until now is alone with its part of the wallet, which it has while it runs.
INSERT INTO "sub_accounts" ("organization_id", "id", "exchange_account_id", "user_id", "balances", "created_at")
SELECT "organization_id", "id", "exchange_account_id", "user_id",
  CASE WHEN "ledger" IS NULL OR "state" IN ('stopped', 'starting')
    OR ("state" = 'rebalancing' AND "phase" -> 'steps' = 'null' AND "phase" ->> 'round' = '0') THEN '{}' ELSE "ledger" -> 'balances' END,
  "created_at"
FROM "bots";--> statement-breakpoint
UPDATE "bots" SET "sub_account_id" = "id";--> statement-breakpoint
INSERT INTO "movements" ("organization_id", "sub_account_id", "cause", "entries", "at")
SELECT "organization_id", "id", 'share', "entries", now()
FROM "sub_accounts", LATERAL (
  SELECT jsonb_agg(jsonb_build_object('kind', 'transfer', 'account', "account", 'currency', "currency", 'amount', "amount"::text)) AS "entries"
  FROM jsonb_each_text("balances") AS held("currency", "held"),
    LATERAL (VALUES ('rest', -"held"::numeric), ("id"::text, "held"::numeric)) AS entry("account", "amount")
  WHERE "amount" <> 0
) AS opening
WHERE "entries" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "sub_account_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_sub_account_fk" FOREIGN KEY ("organization_id","sub_account_id") REFERENCES "public"."sub_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_accounts" ADD CONSTRAINT "sub_accounts_account_fk" FOREIGN KEY ("organization_id","exchange_account_id") REFERENCES "public"."exchange_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_accounts" ADD CONSTRAINT "sub_accounts_user_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sub_accounts_account" ON "sub_accounts" USING btree ("organization_id","exchange_account_id");--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_sub_account_fk" FOREIGN KEY ("organization_id","sub_account_id") REFERENCES "public"."sub_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_not_the_platform" CHECK ("organizations"."id" <> '00000000-0000-0000-0000-000000000000'::uuid);--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_owner" CHECK (("bots"."user_id" is null) = ("bots"."organization_id" = '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_owner" CHECK (("exchange_accounts"."user_id" is null) = ("exchange_accounts"."organization_id" = '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE POLICY "own_organization" ON "movements" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("movements"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("movements"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "sub_accounts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("sub_accounts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("sub_accounts"."organization_id" = current_setting('app.organization_id')::uuid);
--> statement-breakpoint
grant select, insert, update on sub_accounts to tenbin_tenant;
--> statement-breakpoint
grant select, insert on movements to tenbin_tenant;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
CREATE TRIGGER movements_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
