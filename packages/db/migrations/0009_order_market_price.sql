ALTER TABLE "order_intents" ADD COLUMN "market_price" numeric;--> statement-breakpoint
ALTER TABLE "order_intents" ADD COLUMN "is_evening" boolean DEFAULT false NOT NULL;