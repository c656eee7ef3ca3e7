ALTER TABLE "fills" ADD COLUMN "notional" numeric;--> statement-breakpoint
-- Of a trade from before, price × amount is the closest that is known.
UPDATE "fills" SET "notional" = trim_scale("price" * "amount");--> statement-breakpoint
ALTER TABLE "fills" ALTER COLUMN "notional" SET NOT NULL;
