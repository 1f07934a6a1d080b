-- Tallies completed weeks; see the migration on tallies.

-- Without a search_path, so that PostgreSQL can inline them: function calls would take most of the
-- time.
create or replace function internal.week_of(moment timestamptz) returns date
  language sql immutable
as $$
  select pg_catalog.date_trunc('week', moment at time zone 'Europe/London')::date
$$;
create or replace function internal.start_of(week date) returns timestamptz
  language sql immutable
as $$
  select week::timestamp at time zone 'Europe/London'
$$;

-- Hours until the first reply, rounded up: to quarters below ten hours, then to whole hours. Few
-- enough values to store per week, and "half of the replies came within" stays true after rounding
-- up.
create or replace function internal.reply_hours(took interval) returns float8
  language sql immutable
as $$
  select case
    when took < interval '10 hours'
      then pg_catalog.ceil(pg_catalog.date_part('epoch', took) / 900) / 4
    when took < interval '1000 hours'
      then pg_catalog.ceil(pg_catalog.date_part('epoch', took) / 3600)
    when took is not null then 1000
  end
$$;
grant execute on function
  internal.week_of(timestamptz), internal.start_of(date), internal.reply_hours(interval)
  to authenticated, service_role, site_staff;

-- Tallies some completed weeks that are missing or stale; returns how many. A week counts as
-- completed a week after its end: by then every promised reply in it is due.
create or replace function internal.tally_weeks(most integer) returns integer
  language plpgsql set search_path = ''
as $$
declare
  first_week constant date := internal.week_of((select min(created_at) from public.enquiries));
  last_week constant date := internal.week_of(now() - interval '14 days');
  due date[];
begin
  perform pg_advisory_xact_lock(hashtext('internal.tally_weeks'));
  select array_agg(week) into due from (
    select week from (
      select day::date as week
      from generate_series(first_week::timestamp, last_week::timestamp, interval '7 days') day
      where not exists (select from internal.tallied_weeks t where t.week = day::date)
      union
      select t.week from internal.tallied_weeks t
      where exists (select from internal.stale_weeks s where s.week = t.week)
    ) open_weeks
    order by week desc limit most
  ) next_weeks;
  if due is null then
    return 0;
  end if;
  -- First delete the marks, then, in a later statement, read the rows: a change whose mark is deleted
  -- here has been committed and is counted; one that commits in between leaves its mark.
  delete from internal.stale_weeks where week = any (due);
  delete from internal.enquiry_tallies where week = any (due);
  insert into internal.enquiry_tallies (week, kind, name, count)
  select week, kind, name, count from (
    select w.week,
      case grouping(f.service, f.source, f.town, f.reply, f.hours)
        when 15 then 'service' when 23 then 'source' when 27 then 'town' when 29 then 'reply'
        else 'hours'
      end as kind,
      coalesce(f.service, f.source, f.town, f.reply, f.hours::text) as name,
      count(*) as count
    from unnest(due) as w (week) cross join lateral (
      select * from internal.enquiry_facts
      where created_at >= internal.start_of(w.week)
        and created_at < internal.start_of(w.week + 7)
      offset 0
    ) f
    group by w.week, grouping sets (f.service, f.source, f.town, f.reply, f.hours)
  ) counted
  where name is not null;
  insert into internal.tallied_weeks (week) select unnest(due)
  on conflict (week) do update set tallied_at = excluded.tallied_at;
  return cardinality(due);
end
$$;

create or replace function internal.mark_week() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    insert into internal.stale_weeks (week) values (internal.week_of(old.created_at));
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.created_at <> new.created_at then
    insert into internal.stale_weeks (week) values (internal.week_of(new.created_at));
  end if;
  return null;
end
$$;

create or replace function internal.forget_tallies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from internal.tallied_weeks;
  delete from internal.stale_weeks;
  return null;
end
$$;
