ALTER TABLE "users" ADD COLUMN "is_affiliate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_referred" ON "users" USING btree ("organization_id","referred_by");