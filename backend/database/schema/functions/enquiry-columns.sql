-- What columns of enquiries are worked out with. Rows keep what they have when one of these changes: a
-- migration has to write them again.

create or replace function internal.new_reference() returns text
  language sql volatile set search_path = ''
as $$
  -- No vowels, so that no words come out, and nothing that is misheard or misread.
  select string_agg(
    case when place = 4 then '-'
      else substr('2346789BCDFGHJKMPQRTVWXY', 1 + floor(random() * 24)::int, 1) end, '')
  from generate_series(1, 7) as place
$$;
grant execute on function internal.new_reference() to service_role;

-- The rule of content/reply-promise.ts; a test compares the two. PostgreSQL takes a change of time
-- zone by name for immutable, and so can a generated column.
create or replace function internal.reply_due(received timestamptz) returns timestamptz
  language plpgsql immutable set search_path = ''
as $$
declare
  due constant timestamptz := received + interval '24 hours';
  day date;
  weekday int;
  opens timestamptz;
  closes timestamptz;
  candidate timestamptz;
  next_opening timestamptz;
begin
  for ahead in 0..4 loop
    day := ((received + ahead * interval '24 hours') at time zone 'Europe/London')::date;
    weekday := extract(isodow from day);
    continue when weekday = 7;
    opens := (day + case weekday when 6 then time '09:00' else time '08:00' end)
      at time zone 'Europe/London';
    closes := (day + case weekday when 6 then time '16:00' else time '18:00' end)
      at time zone 'Europe/London';
    if opens < due then
      candidate := least(closes, due);
    elsif next_opening is null then
      next_opening := opens;
    end if;
  end loop;
  if candidate - received >= interval '4 hours' then
    return candidate;
  end if;
  return coalesce(next_opening + interval '2 hours', due);
end
$$;
-- Generated columns are worked out with the rights of the role that writes the row.
grant execute on function internal.reply_due(timestamptz) to authenticated, service_role;
