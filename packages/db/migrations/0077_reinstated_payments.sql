DROP INDEX "payment_records_back";--> statement-breakpoint
ALTER TABLE "payment_records" ADD COLUMN "is_reversal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_records_refund" ON "payment_records" USING btree ("organization_id","refund_of") WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_disputes" ON "webhook_events" USING btree ("organization_id") WHERE type = 'CUSTOMER.DISPUTE.RESOLVED';--> statement-breakpoint
CREATE INDEX "payment_records_back" ON "payment_records" USING btree ("organization_id","key") WHERE type = 'REFUND' or result in ('PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED');--> statement-breakpoint
CREATE OR REPLACE FUNCTION payment_rank(result text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select array_position(array['PENDING', 'FAILED', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED'], result)
$$;--> statement-breakpoint
-- What a bank took was recorded together with the fact that its payment was reversed: only so can it be told from a refund.
ALTER TABLE payment_records DISABLE TRIGGER payment_records_only_grow;--> statement-breakpoint
update payment_records r set is_reversal = true from payment_records s
where s.organization_id = r.organization_id and s.key = r.refund_of and s.result = 'REVERSED' and s.recorded_at = r.recorded_at and r.type = 'REFUND';--> statement-breakpoint
ALTER TABLE payment_records ENABLE TRIGGER payment_records_only_grow;
