-- The figures of all time without reading every enquiry: weeks that are over are counted once and kept.
-- Nothing is added up while enquiries arrive or move, so nobody waits for a counter and no change can
-- be lost: whoever changes an enquiry of such a week leaves a mark, in the same transaction, and a week
-- with a mark is counted from its rows until the job queue has counted it again.
--
-- Unlogged: after a crash all of this is empty together, and every week is counted from its rows.
create unlogged table internal.tallied_weeks (
  -- Its Monday, in London.
  week date primary key,
  tallied_at timestamptz not null default now()
);
create unlogged table internal.enquiry_tallies (
  week date not null,
  kind text not null check (kind in ('service', 'source', 'town', 'reply', 'hours')),
  name text not null,
  count bigint not null,
  primary key (week, kind, name)
);
-- Only ever added to by those who change enquiries: two of them never meet here.
create unlogged table internal.stale_weeks (week date not null);
create index stale_weeks_week_idx on internal.stale_weeks (week);

-- Without a search path of their own, so that they become part of the statement that uses them: called
-- one by one they take most of its time.
create function internal.week_of(moment timestamptz) returns date
  language sql immutable
as $$
  select pg_catalog.date_trunc('week', moment at time zone 'Europe/London')::date
$$;
create function internal.start_of(week date) returns timestamptz
  language sql immutable
as $$
  select week::timestamp at time zone 'Europe/London'
$$;

-- Hours until the first answer, rounded up: quarters below ten hours, then whole ones. Few enough values
-- to keep per week, and "half of the answers came within" stays true of a value that is rounded up.
create function internal.reply_hours(took interval) returns float8
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
  to authenticated, service_role;

-- What the charts count of an enquiry. With the caller's own rights, as everything that reads enquiries.
create view internal.enquiry_facts with (security_invoker = true) as
  select created_at, service, source, coalesce(town, 'Elsewhere') as town,
    case
      when first_reply_at <= reply_due then 'in_time'
      when first_reply_at is not null then 'late'
      when reply_due >= now() then 'waiting'
      else 'overdue'
    end as reply,
    internal.reply_hours(first_reply_at - created_at) as hours
  from public.enquiries
  where status <> 'spam';

-- Counts some of the weeks that are over and not counted yet, or marked since; tells how many. A week
-- is over when it ended a week ago: by then no promise of an answer in it can still be kept.
create function internal.tally_weeks(most integer) returns integer
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
  -- First the marks, then, in a later statement, the rows: a change whose mark is taken away here has
  -- been committed and is counted; one that commits in between leaves its mark.
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

-- All that the charts count stands in the index, so that weeks which are not over are counted without
-- reading what visitors wrote.
drop index public.enquiries_created_at_idx;
create index enquiries_created_at_idx on public.enquiries (created_at desc)
  include (status, service, source, town, first_reply_at, reply_due);

create function internal.mark_week() returns trigger
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

-- Six days, not seven: a change that is still being made when its week is counted belongs to a week
-- that ended a day earlier at least. What visitors send now costs one comparison.
create trigger mark_week_on_insert after insert on public.enquiries
  for each row when (new.created_at < now() - interval '6 days')
  execute function internal.mark_week();
create trigger mark_week_on_delete after delete on public.enquiries
  for each row when (old.created_at < now() - interval '6 days')
  execute function internal.mark_week();
create trigger mark_week_on_update after update on public.enquiries
  for each row when (
    least(old.created_at, new.created_at) < now() - interval '6 days'
    and (old.created_at, old.status, old.service, old.source, old.town, old.first_reply_at)
      is distinct from
      (new.created_at, new.status, new.service, new.source, new.town, new.first_reply_at)
  )
  execute function internal.mark_week();

create function internal.forget_tallies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from internal.tallied_weeks;
  delete from internal.stale_weeks;
  return null;
end
$$;
create trigger forget_tallies after truncate on public.enquiries
  for each statement execute function internal.forget_tallies();

alter table internal.tallied_weeks enable row level security;
alter table internal.enquiry_tallies enable row level security;
alter table internal.stale_weeks enable row level security;
grant select on internal.tallied_weeks, internal.enquiry_tallies, internal.stale_weeks,
  internal.enquiry_facts to authenticated, service_role;

-- An administrator reads what was counted; whoever else asks counts nothing. So does the secret key.
create policy admin_tallied_read on internal.tallied_weeks for select to authenticated
  using ((select internal.is_admin()));
create policy admin_tallies_read on internal.enquiry_tallies for select to authenticated
  using ((select internal.is_admin()));
create policy admin_stale_read on internal.stale_weeks for select to authenticated
  using ((select internal.is_admin()));
create policy service_tallied_read on internal.tallied_weeks for select to service_role using (true);
create policy service_tallies_read on internal.enquiry_tallies for select to service_role using (true);
create policy service_stale_read on internal.stale_weeks for select to service_role using (true);

-- The same figures as before, from the tallies where there are some and from the rows elsewhere, in one
-- statement and so of one moment.
create or replace function public.enquiry_figures(
  since timestamptz, until timestamptz default now()
)
  returns jsonb
  language sql stable security invoker set search_path = '' set jit = off
as $$
  with closed as materialized (
    select t.week from internal.tallied_weeks t
    where internal.start_of(t.week) >= since and internal.start_of(t.week + 7) <= until
      and not exists (select from internal.stale_weeks s where s.week = t.week)
  ),
  open as materialized (
    select day::date as week, greatest(since, internal.start_of(day::date)) as starts,
      least(until, internal.start_of(day::date + 7)) as ends
    from generate_series(
      internal.week_of(greatest(since, (select min(created_at) from public.enquiries)))::timestamp,
      internal.week_of(least(until, (select max(created_at) from public.enquiries)))::timestamp,
      interval '7 days'
    ) day
    where day::date not in (select week from closed)
  ),
  counted as materialized (
    select t.week, t.kind, t.name, t.count
    from closed join internal.enquiry_tallies t on t.week = closed.week
    union all
    select open.week,
      case grouping(f.service, f.source, f.town, f.reply, f.hours)
        when 15 then 'service' when 23 then 'source' when 27 then 'town' when 29 then 'reply'
        else 'hours'
      end,
      coalesce(f.service, f.source, f.town, f.reply, f.hours::text),
      count(*)
    from open cross join lateral (
      select * from internal.enquiry_facts
      where created_at >= open.starts and created_at < open.ends
      offset 0
    ) f
    group by open.week, grouping sets (f.service, f.source, f.town, f.reply, f.hours)
  ),
  sums as materialized (
    select kind, name, sum(count)::bigint as count from counted where name is not null group by 1, 2
  ),
  ranked as (
    select name::float8 as hours, sum(count) over (order by name::float8) as reached,
      sum(count) over () as answers
    from sums where kind = 'hours'
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(count), 0)::bigint from sums where kind = 'service'),
    'weeks', (
      select coalesce(jsonb_agg(w order by w.week, w.service), '[]')
      from (
        select to_char(week, 'YYYY-MM-DD') as week, name as service, sum(count)::bigint as count
        from counted where kind = 'service' group by 1, 2
      ) w
    ),
    'sources', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'count', count) order by count desc, name
      ), '[]')
      from sums where kind = 'source'
    ),
    'towns', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'count', count) order by count desc, name
      ), '[]')
      from sums where kind = 'town'
    ),
    'replies', (
      select jsonb_build_object(
        'in_time', coalesce(sum(count) filter (where name = 'in_time'), 0)::bigint,
        'late', coalesce(sum(count) filter (where name = 'late'), 0)::bigint,
        'waiting', coalesce(sum(count) filter (where name = 'waiting'), 0)::bigint,
        'overdue', coalesce(sum(count) filter (where name = 'overdue'), 0)::bigint,
        'median_hours', (select min(hours) from ranked where reached * 2 >= answers)
      ) from sums where kind = 'reply'
    )
  )
$$;
