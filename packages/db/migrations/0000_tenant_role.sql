-- The role under which every statement of an organization runs. Roles belong to the whole server, so another database may have made it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tenbin_tenant') then
    create role tenbin_tenant nologin nobypassrls;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
--> statement-breakpoint
do $$
begin
  if not pg_has_role(current_user, 'tenbin_tenant', 'SET') then
    execute format('grant tenbin_tenant to %I', current_user);
  end if;
end
$$;
