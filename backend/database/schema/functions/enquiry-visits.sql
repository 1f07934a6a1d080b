-- Visits: the names on them, one at a time for each colleague, and their lines in the audit trail.

create or replace function internal.name_visit_people() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.colleague_name := internal.signature_of(new.colleague_id);
  new.created_by_name := internal.signature_of(new.created_by);
  return new;
end
$$;

-- Concurrent bookings for one colleague wait here, and the statement after the lock sees what the first
-- of them committed. An exclusion constraint would need btree_gist, which the embedded engine lacks.
create or replace function internal.refuse_overlapping_visit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  other timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('internal.visits ' || new.colleague_id, 0));
  select v.starts_at into other
  from public.enquiry_visits v
  where v.colleague_id = new.colleague_id and v.state = 'booked' and v.id <> new.id
    and v.starts_at < new.starts_at + make_interval(mins => new.minutes)
    and v.starts_at + make_interval(mins => v.minutes) > new.starts_at
    -- Implied by the longest visit; for the index.
    and v.starts_at > new.starts_at - interval '600 minutes'
  order by v.starts_at limit 1;
  if found then
    raise exclusion_violation using message = format(
      '%s has another visit on %s', coalesce(new.colleague_name, 'This colleague'),
      to_char(other at time zone 'Europe/London', 'FMDay FMDD FMMonth "at" HH24:MI')
    );
  end if;
  return new;
end
$$;

-- Without address and note, which say where a customer lives.
create or replace function internal.record_visit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  visit_before constant jsonb := case when tg_op = 'UPDATE' then jsonb_build_object(
    'visit', old.state, 'visit_at', old.starts_at, 'visit_by', old.colleague_name) end;
  visit_after constant jsonb := jsonb_build_object(
    'visit', new.state, 'visit_at', new.starts_at, 'visit_by', new.colleague_name);
begin
  insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, before, after)
  select auth.uid(), internal.actor_name(), 'enquiry', e.id, e.service, 'update',
    visit_before, visit_after
  from public.enquiries e where e.id = new.enquiry_id;
  return null;
end
$$;
