CREATE TABLE "authenticators" (
	"organization_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"last_step" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "authenticators_organization_id_holder_id_pk" PRIMARY KEY("organization_id","holder_id")
);
--> statement-breakpoint
ALTER TABLE "authenticators" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"transports" text[] NOT NULL,
	"relying_party" text NOT NULL,
	"counter" bigint NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "passkeys_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "passkeys_credential" UNIQUE("organization_id","credential_id"),
	CONSTRAINT "passkeys_holder" UNIQUE("organization_id","holder_id","id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"organization_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_organization_id_holder_id_code_hash_pk" PRIMARY KEY("organization_id","holder_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_organization" ON "authenticators" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("authenticators"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("authenticators"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "passkeys" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("passkeys"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("passkeys"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("recovery_codes"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("recovery_codes"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
grant select, insert, update, delete on authenticators, passkeys, recovery_codes to tenbin_tenant;
