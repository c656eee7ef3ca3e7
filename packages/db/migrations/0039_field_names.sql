ALTER TABLE "subscriptions" RENAME COLUMN "look_at" TO "reconcile_at";--> statement-breakpoint
UPDATE "timeline_entries" SET "kind" = 'externalOrder', "fold_key" = regexp_replace("fold_key", '^foreignOrder', 'externalOrder') WHERE "kind" = 'foreignOrder';--> statement-breakpoint
UPDATE "timeline_entries" SET "kind" = 'waitingForSibling', "fold_key" = regexp_replace("fold_key", '^waitingForNeighbour', 'waitingForSibling') WHERE "kind" = 'waitingForNeighbour';
