-- The list and the search of the dashboard with a million enquiries.

-- By name; and per filter, newest first. A filter that few enquiries pass would otherwise read them all.
create index enquiries_name_idx on public.enquiries (name, id);
create index enquiries_source_idx on public.enquiries (source, created_at desc);
create index enquiries_town_idx on public.enquiries (town, service, created_at desc);

-- Any part of any word is found, as before, by an index of the letters in groups of three where the
-- engine has one. The embedded engine does not, and reads row by row.
do $$
declare
  home text;
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    return;
  end if;
  begin
    create extension if not exists pg_trgm with schema internal;
  exception when insufficient_privilege then
    raise notice 'pg_trgm may not be created here: searching enquiries stays slow';
    return;
  end;
  select n.nspname into home
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format(
    'create index enquiries_search_idx on public.enquiries using gin (search_text %I.gin_trgm_ops)',
    home
  );
end
$$;
-- So that the planner tells a rare word from a common one: the index for the one, for the other the
-- newest until the page is full.
alter table public.enquiries alter column search_text set statistics 500;

-- The enquiries as the dashboard lists them. A policy of the table is checked before any comparison that PostgreSQL
-- does not know to be harmless, and LIKE is none: with it no index can be used. Here the very same
-- question is asked once, before the first row. Nobody but administrators reads anything.
create view public.enquiry_desk as
  select e.*, lower(e.email) as email_key
  from public.enquiries e
  where (select internal.is_admin());
revoke all on public.enquiry_desk from anon, authenticated, service_role;
grant select on public.enquiry_desk to authenticated;
