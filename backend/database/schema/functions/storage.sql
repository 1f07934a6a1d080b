-- Parts of an object's name, for policies. A hosted Supabase project has these functions already.
create or replace function storage.foldername(name text) returns text[]
  language sql immutable
as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;

create or replace function storage.filename(name text) returns text
  language sql immutable
as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;

create or replace function storage.extension(name text) returns text
  language sql immutable
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

grant execute on function
  storage.foldername(text), storage.filename(text), storage.extension(text) to public;
