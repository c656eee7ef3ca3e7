DROP INDEX "fills_bot";--> statement-breakpoint
CREATE INDEX "fills_time" ON "fills" USING btree ("organization_id","bot_id","at","number");