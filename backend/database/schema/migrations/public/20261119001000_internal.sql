-- Tables and functions of the product that no API exposes.
create schema if not exists internal;
alter default privileges in schema internal revoke execute on functions from public;

-- What only staff read is planned for staff alone. A view with its owner's rights lets the planner hold
-- the caller's comparisons against samples of the rows (pg_statistic) before the caller's permission is
-- asked, and an error of a comparison tells what the samples say. So the permission is a question of
-- its own, asked before a statement with the caller's values is planned: internal.caller_standing().
-- A caller who is staff then reads as site_staff, whose policies let every row through and therefore
-- keep no index from being used; every other caller stays authenticated, under policies that PostgreSQL
-- puts before any comparison that could tell something. site_admin is the same for what administrators
-- alone read.
do $$
declare
  name text;
begin
  foreach name in array array['site_staff', 'site_admin'] loop
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
grant usage on schema internal to anon, authenticated, service_role;
grant usage on schema public, internal, auth to site_staff, site_admin;

-- Secrets that are made at the first start and kept with the data: signing keys, api keys.
create table internal.secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);
