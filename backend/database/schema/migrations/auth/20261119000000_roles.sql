-- The roles that every request runs under, and that of the auth service, under which it calls functions
-- that are not its own. A hosted project has them already. Roles belong to the whole server, so another
-- database on it may have made them.
do $$
declare
  name text;
begin
  foreach name in array
    array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']
  loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin noinherit', name);
      exception when duplicate_object or unique_violation then
        null; -- another instance was faster
      end;
    end if;
    if not pg_has_role(current_user, name, 'member') then
      execute format('grant %I to current_user', name);
    end if;
  end loop;
end
$$;

grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
-- Functions of the exposed schema are callable over HTTP only where their file grants it. PostgreSQL
-- lets every role execute a new function, and a default that is set for one schema can only add to
-- that, not take it away: it has to be taken away for all schemas.
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;
