CREATE TABLE "exchange_turns" (
	"exchange" text NOT NULL,
	"from" text NOT NULL,
	"taken" jsonb NOT NULL,
	CONSTRAINT "exchange_turns_exchange_from_pk" PRIMARY KEY("exchange","from")
);
