-- What a key, a body and a summary of site documents may be. Constraints of the tables call these.

create or replace function internal.is_site_key(key text) returns boolean
  language sql immutable set search_path = ''
as $$
  select key ~ '^[a-z0-9-]{1,60}(/[a-z0-9-]{1,60})?$'
$$;

-- Narrower than the constraints, which rows of before have to pass: the keys that `schemaOf` can know.
create or replace function internal.is_document_key(key text) returns boolean
  language sql immutable set search_path = ''
as $$
  select internal.is_site_key(key)
    and key ~ '^((pages|services|towns)/)?[a-z0-9]+(-[a-z0-9]+)*$'
$$;

-- Documents that no page shows as they are: the office's own words, an announcement before its day, and
-- the list of old addresses. A test asks of every key whether it belongs here.
create or replace function internal.is_private_site_key(key text) returns boolean
  language sql immutable set search_path = ''
as $$
  select key in ('announcement', 'answers', 'redirects', 'review-request')
$$;
grant execute on function internal.is_private_site_key(text) to anon, authenticated, service_role;

-- 256 KB of text. JSON's null is none: it would be mistaken for a removed document. Numbers first: they
-- decide how long the text is.
create or replace function internal.is_site_body(body jsonb) returns boolean
  language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(body) = 'null' or not internal.has_plain_numbers(body) then false
    else octet_length(body::text) <= 262144
  end
$$;

-- 1e131071 and 0e-16383 are JSON too, and become text of 131,072 and 16,385 characters: a megabyte of
-- them would take all memory. No text is made of them here.
create or replace function internal.has_plain_numbers(body jsonb) returns boolean
  language sql immutable set search_path = ''
as $$
  select not exists (
    select from jsonb_path_query(body, 'strict $.** ? (@.type() == "number")') number
    where abs(number::numeric) >= 1e15 or scale(number::numeric) > 30
  )
$$;

-- At most 200 lines of 300 characters.
create or replace function internal.is_site_summary(lines text[]) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(array_ndims(lines), 1) = 1 and cardinality(lines) <= 200 and not exists (
    select from unnest(lines) line
    where line is null or char_length(line) > 300 or line ~ '[\n\r]'
  )
$$;

-- At most 2,000 documents of 16 MB together, and as many drafts: every save reads all of them.
-- Their writers hold a lock, so none is missed. The text is measured, because what is stored is
-- compressed.
create or replace function internal.limit_site_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  what constant text := replace(tg_table_name, 'site_', '');
  rows bigint;
  bytes bigint;
begin
  execute format(
    'select count(*), sum(octet_length(body::text)) from %I.%I', tg_table_schema, tg_table_name
  ) into rows, bytes;
  if rows > 2000 then
    raise check_violation using message = format('There are at most 2,000 %s', what);
  end if;
  if bytes > 16777216 then
    raise check_violation using message = format('All %s together have at most 16 MB', what);
  end if;
  return null;
end
$$;
