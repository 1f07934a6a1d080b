-- Tables and functions of the product that no API exposes.
create schema if not exists internal;
grant usage on schema internal to anon, authenticated, service_role;
alter default privileges in schema internal revoke execute on functions from public;

-- Secrets that are made at the first start and kept with the data: signing keys, api keys.
create table internal.secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);
