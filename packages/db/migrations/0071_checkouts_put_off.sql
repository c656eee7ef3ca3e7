ALTER TABLE "checkouts" ADD COLUMN "retry_at" timestamp(3) with time zone;--> statement-breakpoint
grant update ("retry_at") on checkouts to tenbin_tenant;
