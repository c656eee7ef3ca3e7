CREATE TABLE "exchanges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"ccxt_id" text NOT NULL,
	"base_url" text,
	"time_scale" double precision NOT NULL,
	"requires_passphrase" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "exchanges_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "organization_exchanges" (
	"organization_id" uuid NOT NULL,
	"exchange_id" uuid NOT NULL,
	CONSTRAINT "organization_exchanges_organization_id_exchange_id_pk" PRIMARY KEY("organization_id","exchange_id")
);
--> statement-breakpoint
ALTER TABLE "organization_exchanges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"is_free" boolean NOT NULL,
	"settings" jsonb NOT NULL,
	"help_pages" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"surface" text NOT NULL,
	"organization_id" uuid,
	"subject_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sessions_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone_number" text,
	"address" text,
	"uid" text NOT NULL,
	"language" text NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" uuid,
	"action_flags" text[] NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"banned_at" timestamp(3) with time zone,
	"last_sign_in_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "users_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "users_email" UNIQUE("organization_id","email_key"),
	CONSTRAINT "users_uid" UNIQUE("organization_id","uid"),
	CONSTRAINT "users_referral_code" UNIQUE("organization_id","referral_code")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"target" text,
	"tries" integer NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "verification_codes_organization_id_user_id_purpose_pk" PRIMARY KEY("organization_id","user_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "verification_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bot_courses" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"pairs" text[] NOT NULL,
	"delta" double precision NOT NULL,
	"back_test" jsonb,
	CONSTRAINT "bot_courses_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bot_courses_type" UNIQUE("organization_id","type")
);
--> statement-breakpoint
ALTER TABLE "bot_courses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bots" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"exchange_account_id" uuid NOT NULL,
	"bot_number" bigint NOT NULL,
	"name" text NOT NULL,
	"pairs" text[] NOT NULL,
	"delta" double precision NOT NULL,
	"type" text NOT NULL,
	"course_id" uuid,
	"auto_rebalance" boolean NOT NULL,
	"auto_activation" boolean NOT NULL,
	"active" boolean NOT NULL,
	"wished_by" text,
	"wished_at" timestamp(3) with time zone,
	"state" text NOT NULL,
	"phase" jsonb NOT NULL,
	"during_stop" jsonb NOT NULL,
	"ledger" jsonb,
	"first_started_at" timestamp(3) with time zone,
	"sequence" bigint NOT NULL,
	"cursors" jsonb NOT NULL,
	"messages" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"execution_count" integer NOT NULL,
	"basis_point" double precision NOT NULL,
	"volume" numeric NOT NULL,
	"annual_rate" double precision,
	"last_record_at" timestamp(3) with time zone,
	"last_fill_at" timestamp(3) with time zone,
	"open_order_count" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "bots_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bots_bot_number_unique" UNIQUE("bot_number")
);
--> statement-breakpoint
ALTER TABLE "bots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "exchange_accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"exchange_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"key_fingerprint" text NOT NULL,
	"key_last_four" text NOT NULL,
	"has_passphrase" boolean NOT NULL,
	"epoch" bigint NOT NULL,
	"owner_worker_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "exchange_accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "exchange_accounts_key" UNIQUE("organization_id","exchange_id","key_fingerprint")
);
--> statement-breakpoint
ALTER TABLE "exchange_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stop_receipts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"receipt" jsonb NOT NULL,
	"confirmed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "stop_receipts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "stop_receipts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contract_records" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"client_order_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"pair" text NOT NULL,
	"side" text NOT NULL,
	"price" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"notional" numeric NOT NULL,
	"fee" numeric NOT NULL,
	"fee_currency" text NOT NULL,
	"basis_point_changed" double precision NOT NULL,
	"annual_rate" double precision,
	"delta" double precision NOT NULL,
	"volume" numeric,
	"balances" jsonb NOT NULL,
	"trade_ids" text[] NOT NULL,
	"basis_point_total" double precision NOT NULL,
	"volume_total" numeric NOT NULL,
	CONSTRAINT "contract_records_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "contract_records_number" UNIQUE("organization_id","bot_id","number")
);
--> statement-breakpoint
ALTER TABLE "contract_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fills" (
	"organization_id" uuid NOT NULL,
	"exchange_account_id" uuid NOT NULL,
	"pair" text NOT NULL,
	"trade_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "fills_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" uuid NOT NULL,
	"client_order_id" text,
	"exchange_order_id" text NOT NULL,
	"side" text NOT NULL,
	"price" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"fee" numeric NOT NULL,
	"fee_currency" text NOT NULL,
	"is_maker" boolean NOT NULL,
	"growth" double precision NOT NULL,
	"volume" numeric,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "fills_organization_id_exchange_account_id_pair_trade_id_pk" PRIMARY KEY("organization_id","exchange_account_id","pair","trade_id")
);
--> statement-breakpoint
ALTER TABLE "fills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_intents" (
	"organization_id" uuid NOT NULL,
	"client_order_id" text NOT NULL,
	"bot_id" uuid NOT NULL,
	"exchange_account_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"pair" text NOT NULL,
	"side" text NOT NULL,
	"price" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"state" text NOT NULL,
	"rank" smallint GENERATED ALWAYS AS (case state when 'pending' then 0 when 'unknown' then 1 when 'open' then 2 else 3 end) STORED NOT NULL,
	"exchange_order_id" text,
	"reported_filled" numeric NOT NULL,
	"traded" numeric NOT NULL,
	"trade_count" integer NOT NULL,
	"recorded_trades" integer NOT NULL,
	"settled" boolean GENERATED ALWAYS AS (state in ('filled', 'cancelled', 'rejected', 'neverPlaced') and traded >= reported_filled and recorded_trades >= trade_count) STORED NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"cancel_asked_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "order_intents_organization_id_client_order_id_pk" PRIMARY KEY("organization_id","client_order_id"),
	CONSTRAINT "order_intents_sequence" UNIQUE("organization_id","bot_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "order_intents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "timeline_entries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "timeline_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"fold_key" text,
	"at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "timeline_entries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "timeline_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "candle_blocks" (
	"source" text NOT NULL,
	"pair" text NOT NULL,
	"interval_ms" integer NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"block" "bytea" NOT NULL,
	CONSTRAINT "candle_blocks_source_pair_interval_ms_day_pk" PRIMARY KEY("source","pair","interval_ms","day")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"next_attempt_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"last_error" text,
	CONSTRAINT "mails_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"heartbeat_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_exchanges" ADD CONSTRAINT "organization_exchanges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_exchanges" ADD CONSTRAINT "organization_exchanges_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referred_by" FOREIGN KEY ("organization_id","referred_by") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_courses" ADD CONSTRAINT "bot_courses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_user_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_account_fk" FOREIGN KEY ("organization_id","exchange_account_id") REFERENCES "public"."exchange_accounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_user_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_receipts" ADD CONSTRAINT "stop_receipts_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_records" ADD CONSTRAINT "contract_records_bot" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_intents" ADD CONSTRAINT "order_intents_bot" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_entries" ADD CONSTRAINT "timeline_entries_bot_fk" FOREIGN KEY ("organization_id","bot_id") REFERENCES "public"."bots"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "sessions" USING btree ("surface","subject_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_codes_hash" ON "verification_codes" USING btree ("organization_id","purpose","code_hash");--> statement-breakpoint
CREATE INDEX "bots_user" ON "bots" USING btree ("organization_id","user_id","id");--> statement-breakpoint
CREATE INDEX "bots_account" ON "bots" USING btree ("organization_id","exchange_account_id");--> statement-breakpoint
CREATE INDEX "bots_to_run" ON "bots" USING btree ("organization_id","exchange_account_id") WHERE deleted_at is null and (active or state <> 'stopped');--> statement-breakpoint
CREATE INDEX "exchange_accounts_user" ON "exchange_accounts" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "exchange_accounts_owner" ON "exchange_accounts" USING btree ("owner_worker_id");--> statement-breakpoint
CREATE INDEX "stop_receipts_bot" ON "stop_receipts" USING btree ("organization_id","bot_id","confirmed_at");--> statement-breakpoint
CREATE INDEX "contract_records_time" ON "contract_records" USING btree ("organization_id","bot_id","created_at","number");--> statement-breakpoint
CREATE INDEX "fills_latest" ON "fills" USING btree ("organization_id","exchange_account_id","pair","number");--> statement-breakpoint
CREATE INDEX "fills_order" ON "fills" USING btree ("organization_id","client_order_id");--> statement-breakpoint
CREATE INDEX "fills_bot" ON "fills" USING btree ("organization_id","bot_id","number");--> statement-breakpoint
CREATE INDEX "order_intents_unsettled" ON "order_intents" USING btree ("organization_id","bot_id","sequence") WHERE not settled;--> statement-breakpoint
CREATE INDEX "order_intents_account_open" ON "order_intents" USING btree ("organization_id","exchange_account_id","sequence") WHERE rank < 3;--> statement-breakpoint
CREATE INDEX "timeline_entries_bot" ON "timeline_entries" USING btree ("organization_id","bot_id","number");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "organization_exchanges" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("organization_exchanges"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("organization_exchanges"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "organizations" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("organizations"."id" = current_setting('app.organization_id')::uuid) WITH CHECK ("organizations"."id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "users" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("users"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("users"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "verification_codes" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("verification_codes"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("verification_codes"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "bot_courses" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("bot_courses"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("bot_courses"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "bots" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("bots"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("bots"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "exchange_accounts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("exchange_accounts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("exchange_accounts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "stop_receipts" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("stop_receipts"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("stop_receipts"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "contract_records" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("contract_records"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("contract_records"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "fills" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("fills"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("fills"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "order_intents" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("order_intents"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("order_intents"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "timeline_entries" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("timeline_entries"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("timeline_entries"."organization_id" = current_setting('app.organization_id')::uuid);--> statement-breakpoint
CREATE POLICY "own_organization" ON "mails" AS PERMISSIVE FOR ALL TO "tenbin_tenant" USING ("mails"."organization_id" = current_setting('app.organization_id')::uuid) WITH CHECK ("mails"."organization_id" = current_setting('app.organization_id')::uuid);