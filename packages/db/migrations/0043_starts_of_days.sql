ALTER TABLE "bot_days" ADD COLUMN "start" jsonb;--> statement-breakpoint
UPDATE "bot_days" d SET "start" = b."ledger" -> 'performance' -> 'start'
FROM "bots" b
WHERE b."organization_id" = d."organization_id" AND b."id" = d."bot_id"
  AND d."since" = to_timestamp((b."ledger" -> 'performance' ->> 'since')::double precision / 1000);
