-- What only staff read is planned for staff alone. A view with its owner's rights let the planner hold
-- the caller's comparisons against samples of the rows (pg_statistic) before anybody asked who the
-- caller is, and an error of a comparison told what the samples say. So the permission is a question
-- of its own, asked before a statement with the caller's values is planned:
-- `internal.caller_standing()`. A caller who is staff then reads as `site_staff`, whose policies let
-- every row through and therefore keep no index from being used; everybody else stays `authenticated`,
-- under policies that PostgreSQL puts before any comparison that could tell something.
do $$
begin
  if not exists (select from pg_roles where rolname = 'site_staff') then
    begin
      create role site_staff nologin noinherit;
    exception when duplicate_object or unique_violation then
      null; -- another instance was faster
    end;
  end if;
  if not pg_has_role(current_user, 'site_staff', 'member') then
    grant site_staff to current_user;
  end if;
end
$$;
grant usage on schema public, internal, auth to site_staff;

-- Is the session of the caller's token still open, and are they staff?
create function internal.caller_standing(out is_live boolean, out is_staff boolean)
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ), internal.is_admin()
$$;
grant execute on function internal.caller_standing() to authenticated;
grant execute on function internal.is_admin() to site_staff;

-- Staff read every row of these.
grant select on public.enquiries, public.enquiry_notes, public.enquiry_deliveries,
  public.audit_trail to site_staff;
create policy staff_enquiries_read on public.enquiries for select to site_staff using (true);
create policy staff_notes_read on public.enquiry_notes for select to site_staff using (true);
create policy staff_deliveries_read on public.enquiry_deliveries for select to site_staff
  using (true);
create policy staff_trail_read on public.audit_trail for select to site_staff using (true);

-- The list of the dashboard, with the reader's own rights.
drop view public.enquiry_desk;
create view public.enquiry_desk with (security_invoker = true) as
  select e.*, lower(e.email) as email_key from public.enquiries e;
revoke all on public.enquiry_desk from anon, authenticated, service_role;
grant select on public.enquiry_desk to authenticated, site_staff;

-- An OAuth client does not read the person's profile or roles.
alter policy own_profile_read on public.profiles
  using (id = (select auth.uid()) and (select auth.jwt() ->> 'client_id') is null);
alter policy own_roles_read on public.user_roles
  using (user_id = (select auth.uid()) and (select auth.jwt() ->> 'client_id') is null);

grant select on internal.tallied_weeks, internal.enquiry_tallies, internal.stale_weeks,
  internal.enquiry_facts to site_staff;
create policy staff_tallied_read on internal.tallied_weeks for select to site_staff using (true);
create policy staff_tallies_read on internal.enquiry_tallies for select to site_staff using (true);
create policy staff_stale_read on internal.stale_weeks for select to site_staff using (true);
grant execute on function internal.week_of(timestamptz), internal.start_of(date),
  internal.reply_hours(interval) to site_staff;

-- The same figures as before. The permission first; and weeks are counted only where there are
-- enquiries, whatever range is asked for: a series over 294,000 years stopped the engine for seconds.
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
  if current_user = 'authenticated' and not internal.is_admin() then
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
grant execute on function public.enquiry_figures(timestamptz, timestamptz) to site_staff;
