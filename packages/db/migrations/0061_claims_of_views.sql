-- Whether there is a view now: there is none where its administrator's own session ended meanwhile.
DROP FUNCTION open_view(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz);--> statement-breakpoint
CREATE FUNCTION open_view(view uuid, token_hash text, of_user uuid, by_viewer uuid, from_session uuid, opened timestamptz, ends timestamptz)
RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  with made as (
    insert into sessions (id, key_hash, surface, organization_id, subject_id, created_at, last_used_at, expires_at, viewer_id, viewer_session_id)
    select view, token_hash, 'user', s.organization_id, u.id, opened, opened, ends, by_viewer, s.id
    from sessions s join users u on u.organization_id = s.organization_id and u.id = of_user
    where s.id = from_session and s.subject_id = by_viewer and s.surface = 'organization'
      and s.organization_id = current_setting('app.organization_id')::uuid
    returning 1)
  select exists (select from made)
$$;--> statement-breakpoint
-- Gives a view its key in the place of the token that it was handed over by, once.
CREATE FUNCTION claim_view(view uuid, token_hash text, with_key_hash text, since timestamptz, by_agent text, from_address text)
RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  with claimed as (
    update sessions set key_hash = with_key_hash, agent = by_agent, address = from_address
    where id = view and key_hash = token_hash and viewer_id is not null and created_at > since
      and organization_id = current_setting('app.organization_id')::uuid
    returning 1)
  select exists (select from claimed)
$$;--> statement-breakpoint
revoke execute on function open_view(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz), claim_view(uuid, text, text, timestamptz, text, text) from public;--> statement-breakpoint
grant execute on function open_view(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz), claim_view(uuid, text, text, timestamptz, text, text) to tenbin_tenant;
