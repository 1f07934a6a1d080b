-- Normalises a name for comparison: without case, spaces, punctuation and text in brackets, where the
-- name of a colleague could imitate a marker. An index uses it: a migration has to rebuild that when
-- this changes.
create or replace function internal.folded_name(name text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(lower(normalize(name, nfkc)), '\([^)]*\)?', '', 'g'),
    '[[:space:][:punct:]\u00a0\u2000-\u206f\u3000]', '', 'g'
  )
$$;
grant execute on function internal.folded_name(text) to authenticated, service_role, site_staff;
