-- The statistics for the charts, from the tallies where they exist and from the rows elsewhere, in
-- one statement and so from one snapshot. Runs with the caller's privileges, after a permission
-- check. Weeks are generated only where there are enquiries, whatever range is requested: a series
-- over 294,000 years blocked the engine for seconds.
create or replace function public.enquiry_figures(
  since timestamptz, until timestamptz default now()
)
  returns jsonb
  language plpgsql stable security invoker set search_path = '' set jit = off
as $$
declare
  oldest timestamptz;
  newest timestamptz;
  figures jsonb;
begin
  if current_user = 'authenticated' and not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function enquiry_figures';
  end if;
  select min(created_at), max(created_at) into oldest, newest from public.enquiries;
  with closed as materialized (
    select t.week from internal.tallied_weeks t
    where internal.start_of(t.week) >= since and internal.start_of(t.week + 7) <= until
      and not exists (select from internal.stale_weeks s where s.week = t.week)
  ),
  open as materialized (
    select day::date as week, greatest(since, internal.start_of(day::date)) as starts,
      least(until, internal.start_of(day::date + 7)) as ends
    from generate_series(
      case when oldest is not null then internal.week_of(greatest(since, oldest))::timestamp end,
      case when newest is not null then internal.week_of(least(until, newest))::timestamp end,
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
  ) into figures;
  return figures;
end
$$;
grant execute on function public.enquiry_figures(timestamptz, timestamptz)
  to authenticated, service_role, site_staff;
