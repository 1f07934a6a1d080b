-- What the emails to colleagues say, and that each thing is said once. Only the server calls these: they
-- take the moment from it, and who wants an email is asked before.

-- A condition on enquiries that nobody works on: assigned to nobody, or to a former colleague.
create or replace function internal.unassigned_condition() returns text
  language sql stable set search_path = ''
as $$
  select format(
    '(assigned_to is null or assigned_to <> all (%L::uuid[]))',
    array(select internal.working_colleagues())
  )
$$;

-- A condition on enquiries whose answers are overdue and concern this person. What is overdue for longer
-- than a month is in the digest and in Today.
create or replace function internal.overdue_condition(person uuid, moment timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select format(
    'erased_at is null and %3$s and waiting_until > %2$L::timestamptz - interval ''30 days''
       and (assigned_to = %1$L or %4$s)',
    person, moment, internal.due_conditions(moment) ->> 'overdue', internal.unassigned_condition()
  )
$$;

-- Counted no further than to a thousand.
create or replace function internal.count_overdue(person uuid, moment timestamptz) returns integer
  language plpgsql stable set search_path = '' set jit = off
as $$
declare
  found integer;
begin
  execute format(
    'select count(*)::int from (select from public.enquiries where %s limit 1000) overdue',
    internal.overdue_condition(person, moment)
  ) into found;
  return found;
end
$$;

-- Marks the overdue answers that this person is to hear of and has not; returns them.
create or replace function internal.mark_overdue(person uuid, moment timestamptz) returns setof uuid
  language plpgsql set search_path = '' set jit = off
as $$
begin
  -- Two instances at once would write twice within the hour.
  perform pg_advisory_xact_lock(hashtextextended('internal.notices ' || person, 0));
  return query execute format(
    'insert into internal.overdue_told (user_id, enquiry_id, told_at)
     select %1$L::uuid, id, %2$L::timestamptz from public.enquiries
     where %3$s
     on conflict do nothing returning enquiry_id',
    person, moment, internal.overdue_condition(person, moment)
  );
end
$$;

-- The overdue answers to tell this person of now; null when there are none, or when the last were told
-- less than an hour ago.
create or replace function internal.take_overdue(person uuid, moment timestamptz) returns jsonb
  language plpgsql set search_path = '' set jit = off
as $$
declare
  told uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('internal.notices ' || person, 0));
  if exists (
    select from internal.overdue_told
    where user_id = person and told_at > moment - interval '1 hour' and told_at <= moment
  ) then
    return null;
  end if;
  told := array(select internal.mark_overdue(person, moment));
  if cardinality(told) = 0 then
    return null;
  end if;
  return internal.enquiry_group(format('id = any (%L::uuid[])', told), 'waiting_until, created_at, id', 20);
end
$$;

-- A colleague's day: their own and what nobody works on, each enquiry in the first group that it fits.
-- Null when this day's was taken before.
create or replace function internal.take_digest(person uuid, moment timestamptz, since date)
  returns jsonb
  language plpgsql set search_path = '' set jit = off
as $$
declare
  day constant date := (moment at time zone 'Europe/London')::date;
  tomorrow constant timestamptz := internal.start_of(day + 1);
  due constant jsonb := internal.due_conditions(moment);
  nobodys constant text := internal.unassigned_condition();
  concerns constant text := format('(assigned_to = %L or %s)', person, nobodys);
  is_due constant text := format('coalesce(waiting_until < %L, false)', tomorrow);
  follows_up constant text := format('coalesce(%s, false)', due ->> 'follow_ups');
begin
  insert into internal.digests_sent (user_id, day) values (person, day)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  -- The digest tells of them.
  perform internal.mark_overdue(person, moment);
  return jsonb_build_object(
    'day', day,
    'overdue', internal.enquiry_group(
      concat_ws(' and ', due ->> 'overdue', concerns), 'waiting_until, created_at, id', 20
    ),
    'due', internal.enquiry_group(
      concat_ws(' and ', due ->> 'due', concerns), 'waiting_until, created_at, id', 20
    ),
    'follow_ups', internal.enquiry_group(
      concat_ws(' and ', due ->> 'follow_ups', format('assigned_to = %L', person), 'not ' || is_due),
      'follow_up_on, created_at', 20
    ),
    'visits', internal.booked_visits(internal.start_of(day), tomorrow, person),
    'unassigned', internal.enquiry_group(
      format('(waiting_until >= %L or waiting_until is null and %s) and %s',
        tomorrow, due ->> 'follow_ups', nobodys),
      'created_at, id', 20
    ),
    'new', internal.enquiry_group(
      format(
        'status <> ''spam'' and created_at >= %L and not (%s and (%s or %s))
         and not (%s and waiting_until is not null)',
        internal.start_of(since), concerns, is_due, follows_up, nobodys
      ),
      'created_at desc', 20
    )
  );
end
$$;
