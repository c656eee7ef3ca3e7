ALTER TABLE "bot_courses" ADD COLUMN "strategy" jsonb;--> statement-breakpoint
UPDATE "bot_courses" SET
  "strategy" = jsonb_build_object('kind', 'balancing', 'pairs', to_jsonb("pairs"), 'delta', "delta"),
  "back_test" = CASE WHEN jsonb_typeof("back_test") = 'object' THEN ("back_test" - 'pairs' - 'delta') || jsonb_build_object('strategy',
    jsonb_build_object('kind', 'balancing', 'pairs', "back_test" -> 'pairs', 'delta', "back_test" -> 'delta')) END;--> statement-breakpoint
ALTER TABLE "bot_courses" ALTER COLUMN "strategy" SET NOT NULL;
