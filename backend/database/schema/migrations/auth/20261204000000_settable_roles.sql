-- From PostgreSQL 16 on, who makes a role becomes a member who may pass it on but not take it: every
-- request would be refused. A superuser may take every role.
do $$
declare
  name text;
begin
  if current_setting('server_version_num')::int < 160000 then
    return;
  end if;
  foreach name in array array[
    'anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'site_staff', 'site_admin'
  ] loop
    if not pg_has_role(current_user, name, 'set') then
      execute format('grant %I to current_user with set true', name);
    end if;
  end loop;
end
$$;
