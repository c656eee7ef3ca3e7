CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"facts" jsonb NOT NULL
);
