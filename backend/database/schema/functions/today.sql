-- What a day brings: answers that are due, follow-ups, visits and what is new.

-- Conditions on enquiries, by the moment. Only a new enquiry waits for an answer.
create or replace function internal.due_conditions(moment timestamptz) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  day constant date := (moment at time zone 'Europe/London')::date;
begin
  return jsonb_build_object(
    'overdue', format('waiting_until < %L', moment),
    'due', format(
      'waiting_until >= %L and waiting_until < %L', moment, internal.start_of(day + 1)
    ),
    'follow_ups', format('status <> ''spam'' and follow_up_on <= %L', day)
  );
end
$$;

-- The first of the enquiries that fit, and how many there are: counted no further than to a thousand,
-- however much has piled up. With the caller's privileges.
create or replace function internal.enquiry_group(condition text, ordering text, shown integer)
  returns jsonb
  language plpgsql stable security invoker set search_path = '' set jit = off
as $$
declare
  found_rows jsonb;
begin
  -- As text, so that each condition is planned with its values. Counted in order too: without one the
  -- planner would read the table until it has found a thousand.
  execute format(
    'select jsonb_build_object(
       ''count'', (select count(*) from (
         select from public.enquiries where erased_at is null and %1$s
         order by %2$s limit 1000) counted),
       ''rows'', coalesce((select jsonb_agg(to_jsonb(shown)) from (
         select id, name, service, town, status, reply_due, created_at, follow_up_on, assigned_name
         from public.enquiries where erased_at is null and %1$s
         order by %2$s limit %3$s) shown), ''[]''))',
    condition, ordering, shown
  ) into found_rows;
  return found_rows;
end
$$;

-- Visits that begin within this time, of one colleague or of all. With the caller's privileges.
create or replace function internal.booked_visits(
  since timestamptz, until timestamptz, person uuid default null
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(to_jsonb(v)), '[]'))
  from (
    select visit.id, visit.enquiry_id, visit.starts_at, visit.minutes, visit.address,
      visit.colleague_name, e.name, e.town, e.postcode
    from public.enquiry_visits visit join public.enquiries e on e.id = visit.enquiry_id
    where visit.state = 'booked' and visit.starts_at >= since and visit.starts_at < until
      and (person is null or visit.colleague_id = person)
    order by visit.starts_at limit 200
  ) v
$$;
grant execute on function
  internal.due_conditions(timestamptz), internal.enquiry_group(text, text, integer),
  internal.booked_visits(timestamptz, timestamptz, uuid)
  to authenticated, site_staff;

-- Of everybody, or of the caller alone. Runs with the caller's privileges, after a permission check.
-- Every group is read by an index.
create or replace function public.today(own boolean default false) returns jsonb
  language plpgsql stable security invoker set search_path = '' set jit = off
as $$
declare
  day constant date := (now() at time zone 'Europe/London')::date;
  due constant jsonb := internal.due_conditions(now());
  whose constant text := case when own then format(' and assigned_to = %L', auth.uid()) else '' end;
  -- Said as well, of everybody the planner would read all new ones, while of one person's it finds the
  -- few by it.
  whose_new constant text := case when own then ' and status = ''new''' || whose else '' end;
begin
  if current_user = 'authenticated' and not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function today';
  end if;
  return jsonb_build_object(
    'day', day,
    'overdue', internal.enquiry_group((due ->> 'overdue') || whose_new, 'waiting_until, created_at, id', 30),
    'due', internal.enquiry_group((due ->> 'due') || whose_new, 'waiting_until, created_at, id', 30),
    'follow_ups', internal.enquiry_group(
      (due ->> 'follow_ups') || whose, 'follow_up_on, created_at', 30
    ),
    'new', internal.enquiry_group(
      format('status <> ''spam'' and created_at >= %L', internal.start_of(day - 1)) || whose,
      'created_at desc', 30
    ),
    'visits', internal.booked_visits(
      internal.start_of(day), internal.start_of(day + 2), case when own then auth.uid() end
    )
  );
end
$$;
grant execute on function public.today(boolean) to authenticated, site_staff;
