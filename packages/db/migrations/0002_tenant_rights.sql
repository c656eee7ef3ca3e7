-- Only what the repositories of an organization need: what is history is never changed, and nothing of the platform is seen.
grant usage on schema public to tenbin_tenant;
--> statement-breakpoint
grant select on organizations, organization_exchanges, exchanges to tenbin_tenant;
--> statement-breakpoint
grant select, insert, update on users, exchange_accounts, bots, order_intents, timeline_entries to tenbin_tenant;
--> statement-breakpoint
grant select, insert, update, delete on verification_codes, bot_courses to tenbin_tenant;
--> statement-breakpoint
grant select, insert on fills, contract_records, stop_receipts, mails to tenbin_tenant;
