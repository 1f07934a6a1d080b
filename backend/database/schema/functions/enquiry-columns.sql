-- Functions of computed columns of enquiries. Existing rows keep their values when one of these
-- changes: a migration has to rewrite them.

create or replace function internal.new_reference() returns text
  language sql volatile set search_path = ''
as $$
  -- No vowels, so that no words occur, and no characters that are easily misheard or misread.
  select string_agg(
    case when place = 4 then '-'
      else substr('2346789BCDFGHJKMPQRTVWXY', 1 + floor(random() * 24)::int, 1) end, '')
  from generate_series(1, 7) as place
$$;
grant execute on function internal.new_reference() to service_role;

-- The promise where the hours are not known: the server, which knows them, gives the time itself.
create or replace function internal.reply_due(received timestamptz) returns timestamptz
  language sql immutable set search_path = ''
as $$
  select received + interval '24 hours'
$$;
grant execute on function internal.reply_due(timestamptz) to authenticated, service_role;

create or replace function internal.set_reply_due() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.reply_due := internal.reply_due(new.created_at);
  return new;
end
$$;

create or replace function internal.forget_reason() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.lost_reason := null;
  return new;
end
$$;
