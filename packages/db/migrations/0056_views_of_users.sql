ALTER TABLE "sessions" ADD COLUMN "viewer_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewer_session_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewer_session_id_sessions_id_fk" FOREIGN KEY ("viewer_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_of_viewer" ON "sessions" USING btree ("viewer_session_id") WHERE "sessions"."viewer_session_id" is not null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewer" CHECK (("sessions"."viewer_id" is null) = ("sessions"."viewer_session_id" is null));--> statement-breakpoint
-- Whoever looks on is not seen as their user.
DROP TRIGGER sessions_last_seen ON sessions;--> statement-breakpoint
CREATE TRIGGER sessions_last_seen AFTER INSERT OR UPDATE OF last_used_at ON sessions
  FOR EACH ROW WHEN (new.surface = 'user' and new.viewer_id is null) EXECUTE FUNCTION note_last_seen();--> statement-breakpoint
-- Sessions stay the platform's. What an organization does with its own, in one transaction with whatever it does beside, is this:
CREATE FUNCTION end_session(ended uuid) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  delete from sessions where id = ended and organization_id = current_setting('app.organization_id')::uuid
$$;--> statement-breakpoint
CREATE FUNCTION end_sessions(of_surface text, of_subject uuid, but uuid) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  delete from sessions where organization_id = current_setting('app.organization_id')::uuid
    and surface = of_surface and subject_id = of_subject and id is distinct from but
$$;--> statement-breakpoint
CREATE FUNCTION open_view(view uuid, token_hash text, of_user uuid, by_viewer uuid, from_session uuid, opened timestamptz, ends timestamptz)
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  insert into sessions (id, key_hash, surface, organization_id, subject_id, created_at, last_used_at, expires_at, viewer_id, viewer_session_id)
  select view, token_hash, 'user', s.organization_id, u.id, opened, opened, ends, by_viewer, s.id
  from sessions s join users u on u.organization_id = s.organization_id and u.id = of_user
  where s.id = from_session and s.subject_id = by_viewer and s.surface = 'organization'
    and s.organization_id = current_setting('app.organization_id')::uuid
$$;--> statement-breakpoint
revoke execute on function end_session(uuid), end_sessions(text, uuid, uuid), open_view(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz) from public;--> statement-breakpoint
grant execute on function end_session(uuid), end_sessions(text, uuid, uuid), open_view(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz) to tenbin_tenant;
