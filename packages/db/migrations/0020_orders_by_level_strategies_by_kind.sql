ALTER TABLE "bots" ADD COLUMN "strategy" jsonb;--> statement-breakpoint
ALTER TABLE "contract_records" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "order_intents" ADD COLUMN "level" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every bot until now balances.
UPDATE "bots" SET "strategy" = jsonb_build_object('kind', 'balancing', 'pairs', to_jsonb("pairs"), 'delta', "delta");--> statement-breakpoint
UPDATE "contract_records" SET "facts" = jsonb_build_object('delta', "delta");--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "strategy" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_records" ALTER COLUMN "facts" SET NOT NULL;
