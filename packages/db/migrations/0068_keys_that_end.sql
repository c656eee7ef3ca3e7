-- What an organization wrote of a course was shown in both languages, and still is.
ALTER TABLE "bot_courses" ALTER COLUMN "title" SET DATA TYPE jsonb USING jsonb_build_object('ja', "title", 'en', "title");--> statement-breakpoint
ALTER TABLE "bot_courses" ALTER COLUMN "description" SET DATA TYPE jsonb USING jsonb_build_object('ja', "description", 'en', "description");--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD COLUMN "key_ends_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "users_came" ON "users" USING btree ("organization_id","created_at");