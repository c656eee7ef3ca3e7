-- What was booked of test bots is of nobody: it goes with them, and nothing else does.
DROP TRIGGER movements_only_grow ON movements;
--> statement-breakpoint
CREATE TRIGGER movements_only_grow BEFORE UPDATE OR TRUNCATE ON movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER movements_stay BEFORE DELETE ON movements FOR EACH ROW WHEN (old.organization_id <> '00000000-0000-7000-8000-000000000001') EXECUTE FUNCTION refuse_change();
