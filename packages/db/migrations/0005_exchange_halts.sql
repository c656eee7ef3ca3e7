CREATE TABLE "exchange_halts" (
	"exchange" text NOT NULL,
	"from" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "exchange_halts_exchange_from_pk" PRIMARY KEY("exchange","from")
);
