ALTER TABLE "administrators" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "role" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_role" CHECK (role in ('owner', 'manager', 'support', 'finance'));--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_role" CHECK (role in ('operator', 'observer'));