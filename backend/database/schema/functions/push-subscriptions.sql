-- At most 10 per person. The lock on the profile makes concurrent ones wait, so none is missed.
create or replace function internal.limit_push_subscriptions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.user_id for no key update;
  if (select count(*) from public.push_subscriptions where user_id = new.user_id) >= 10 then
    raise check_violation using message = 'You have 10 devices: remove one first';
  end if;
  return new;
end
$$;

-- Who is no longer a colleague gets no notifications and no calendar, and none again with a new role.
create or replace function internal.forget_devices_without_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if internal.working_role(old.user_id) is null then
    delete from public.push_subscriptions where user_id = old.user_id;
    delete from internal.calendar_feeds where user_id = old.user_id;
  end if;
  return null;
end
$$;

create or replace function internal.forget_devices_of_disabled() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_subscriptions where user_id = new.id;
  delete from internal.calendar_feeds where user_id = new.id;
  return null;
end
$$;

-- Queues the notifications of enquiries that the office is told of. One job each: whom to tell is found
-- out by its worker, not while the visitor waits.
create or replace function internal.queue_push(enquiries uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(enquiries) = 0 or not exists (select from public.push_subscriptions) then
    return;
  end if;
  insert into internal.jobs (kind, name, payload)
  select 'enquiry-push', 'enquiry-push:' || id, jsonb_build_object('enquiry', id)
  from unnest(enquiries) id
  on conflict (name) do nothing;
  perform pg_notify('jobs', 'enquiry-push');
end
$$;
