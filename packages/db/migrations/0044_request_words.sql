ALTER TABLE "bots" RENAME COLUMN "wished_by" TO "requested_by";--> statement-breakpoint
ALTER TABLE "bots" RENAME COLUMN "wished_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "near_limit_told_of" TO "near_limit_notified_of";--> statement-breakpoint
UPDATE "timeline_entries" SET "kind" = 'checkFailing', "fold_key" = regexp_replace("fold_key", '^checkDoubted', 'checkFailing') WHERE "kind" = 'checkDoubted';--> statement-breakpoint
UPDATE "timeline_entries" SET "kind" = 'keyPaused', "fold_key" = regexp_replace("fold_key", '^keyDoubted', 'keyPaused') WHERE "kind" = 'keyDoubted';--> statement-breakpoint
UPDATE "bots" SET "messages" = replace(replace("messages"::text, '"orderFateNotTold"', '"orderStatusUnreliable"'), '"minimumsNotTold"', '"minimumsUnreported"')::jsonb WHERE "messages"::text ~ '"(orderFateNotTold|minimumsNotTold)"';--> statement-breakpoint
UPDATE "bots" SET "phase" = replace(replace("phase"::text, '"orderFateNotTold"', '"orderStatusUnreliable"'), '"minimumsNotTold"', '"minimumsUnreported"')::jsonb WHERE "phase"::text ~ '"(orderFateNotTold|minimumsNotTold)"';--> statement-breakpoint
UPDATE "timeline_entries" SET "facts" = replace(replace("facts"::text, '"orderFateNotTold"', '"orderStatusUnreliable"'), '"minimumsNotTold"', '"minimumsUnreported"')::jsonb WHERE "facts"::text ~ '"(orderFateNotTold|minimumsNotTold)"';--> statement-breakpoint
UPDATE "rebalances" SET "facts" = replace(replace("facts"::text, '"orderFateNotTold"', '"orderStatusUnreliable"'), '"minimumsNotTold"', '"minimumsUnreported"')::jsonb WHERE "facts"::text ~ '"(orderFateNotTold|minimumsNotTold)"';
