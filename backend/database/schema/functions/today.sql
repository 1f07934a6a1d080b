-- What a day brings: answers that are due, follow-ups, visits and what is new; of everybody, or of the
-- caller alone. Runs with the caller's privileges, after a permission check. Every group is read by an
-- index, and counted no further than to a thousand, however much has piled up.
create or replace function public.today(own boolean default false) returns jsonb
  language plpgsql stable security invoker set search_path = '' set jit = off
as $$
declare
  day constant date := (now() at time zone 'Europe/London')::date;
  starts constant timestamptz := internal.start_of(day);
  tomorrow constant timestamptz := internal.start_of(day + 1);
  only_new constant text := case when own then ' and status = ''new''' else '' end;
  groups constant jsonb := jsonb_build_object(
    -- Only a new enquiry waits. Said as well, of everybody the planner would read all new ones, while
    -- of one person's it finds the few by it.
    'overdue', jsonb_build_array('waiting_until < now()' || only_new, 'waiting_until'),
    'due', jsonb_build_array(
      format('waiting_until >= now() and waiting_until < %L', tomorrow) || only_new, 'waiting_until'
    ),
    'follow_ups', jsonb_build_array(
      format('status <> ''spam'' and follow_up_on <= %L', day), 'follow_up_on, created_at'
    ),
    'new', jsonb_build_array(
      format('status <> ''spam'' and created_at >= %L', internal.start_of(day - 1)),
      'created_at desc'
    )
  );
  whose text := 'true';
  result jsonb := jsonb_build_object('day', day);
  key text;
  parts jsonb;
  found_rows jsonb;
begin
  if current_user = 'authenticated' and not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function today';
  end if;
  if own then
    whose := format('assigned_to = %L', auth.uid());
  end if;
  for key, parts in select * from jsonb_each(groups) loop
    -- As text, so that each condition is planned with its values. Counted in order too: without one the
    -- planner would read the table until it has found a thousand.
    execute format(
      'select jsonb_build_object(
         ''count'', (select count(*) from (
           select from public.enquiries where erased_at is null and %1$s and %2$s
           order by %3$s limit 1000) counted),
         ''rows'', coalesce((select jsonb_agg(to_jsonb(shown)) from (
           select id, name, service, town, status, reply_due, created_at, follow_up_on, assigned_name
           from public.enquiries where erased_at is null and %1$s and %2$s
           order by %3$s limit 30) shown), ''[]''))',
      parts ->> 0, whose, parts ->> 1
    ) into found_rows;
    result := result || jsonb_build_object(key, found_rows);
  end loop;
  select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(to_jsonb(v)), '[]'))
  into found_rows
  from (
    select visit.id, visit.enquiry_id, visit.starts_at, visit.minutes, visit.address,
      visit.colleague_name, e.name, e.town, e.postcode
    from public.enquiry_visits visit join public.enquiries e on e.id = visit.enquiry_id
    where visit.state = 'booked' and visit.starts_at >= starts
      and visit.starts_at < internal.start_of(day + 2)
      and (not own or visit.colleague_id = auth.uid())
    order by visit.starts_at limit 200
  ) v;
  return result || jsonb_build_object('visits', found_rows);
end
$$;
grant execute on function public.today(boolean) to authenticated, site_staff;
