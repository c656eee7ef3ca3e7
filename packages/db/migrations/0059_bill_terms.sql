CREATE TABLE "bill_issuers" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"issuer" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usd_rates" (
	"month" text PRIMARY KEY NOT NULL,
	"yen_per_usd" numeric NOT NULL,
	"source" text NOT NULL,
	"date" text NOT NULL
);
