-- Requests for a review: planned when an enquiry is won, the same for every customer. Whoever takes the
-- lock of an address takes it before any row, so that nobody waits in a circle.

create or replace function internal.address_hash(address text) returns text
  language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;

create or replace function internal.lock_review_address(address_hash text) returns void
  language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('internal.review_requests ' || address_hash, 0))
$$;

-- Why nobody is asked at this address; null: a request may go out. The whole rule of whom to ask.
create or replace function internal.review_obstacle(address text, at timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select case
    when coalesce(btrim(address), '') = '' then 'no_address'
    when exists (
      select from internal.review_stops s
      where s.address_hash = internal.address_hash(address)
    ) then 'asked_not_to_be_emailed'
    when exists (
      select from public.review_requests r
      where r.address_hash = internal.address_hash(address) and r.state = 'sent'
        and r.ended_at > at - interval '180 days'
    ) then 'asked_before'
  end
$$;

-- The worker knows the firm's days and hours: it corrects the time, and skips whom the rule leaves out.
create or replace function internal.plan_review_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.review_requests (enquiry_id, won_at, due_at, address_hash)
  values (
    new.id, clock_timestamp(), now() + interval '5 days', internal.address_hash(new.email)
  )
  on conflict do nothing;
  -- Not waited for: while another transaction has the job, it is about to run.
  update internal.jobs set run_at = clock_timestamp()
  where id in (
    select id from internal.jobs
    where name = 'review-requests' and held_by is null for update skip locked
  );
  perform pg_notify('jobs', 'review-requests');
  return null;
end
$$;

-- An enquiry that is not won after all is not asked about. What was sent or stopped stays, so that
-- winning it again asks no second time.
create or replace function internal.withdraw_review_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.review_requests
  where enquiry_id = new.id and state in ('planned', 'skipped');
  return null;
end
$$;

create or replace function internal.name_who_stopped() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.stopped_by_name := internal.signature_of(new.stopped_by);
  return new;
end
$$;

-- Nobody at this address is asked again. The caller has the lock of the address.
create or replace function internal.stop_reviews(hash text, why text, person uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into internal.review_stops (address_hash) values (hash) on conflict do nothing;
  update public.review_requests
  set state = 'stopped', reason = why, stopped_by = person, ended_at = now()
  where address_hash = hash and state = 'planned';
  -- One that was not delivered yet stays where it is.
  update public.enquiry_deliveries d set state = 'cancelled', next_try_at = null
  from public.review_requests r
  where r.address_hash = hash and d.message_id = r.message_id
    and d.state in ('waiting', 'failed', 'in_outbox');
end
$$;

-- By the link in the email.
create or replace function internal.decline_reviews(hash text) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform internal.lock_review_address(hash);
  perform internal.stop_reviews(hash, 'link_used', null);
  update public.review_requests set declined_at = now()
  where declined_at is null and enquiry_id = (
    select enquiry_id from public.review_requests
    where address_hash = hash and state = 'sent' order by ended_at desc limit 1
  );
end
$$;

-- The only way in which staff keep a request from going out: with one of two reasons, which Activity
-- shows. Choosing whom to ask would be choosing the reviews.
create or replace function public.stop_review_request(enquiry uuid, why text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  hash text;
begin
  if not internal.is_staff() then
    raise insufficient_privilege
      using message = 'permission denied for function stop_review_request';
  end if;
  if why is null or why not in ('asked_not_to_be_emailed', 'job_not_done') then
    raise check_violation using message = 'Say why no review is asked for';
  end if;
  select r.address_hash into hash from public.review_requests r where r.enquiry_id = enquiry;
  if hash is not null then
    perform internal.lock_review_address(hash);
  end if;
  perform from public.enquiries where id = enquiry for update;
  update public.review_requests
  set state = 'stopped', reason = why, stopped_by = auth.uid(), ended_at = now()
  where enquiry_id = enquiry and state = 'planned';
  if not found then
    raise sqlstate 'PT409' using message = 'This request is no longer waiting';
  end if;
  if why = 'asked_not_to_be_emailed' and hash is not null then
    perform internal.stop_reviews(hash, why, auth.uid());
  end if;
  insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
  select auth.uid(), internal.actor_name(), 'enquiry', id, service, 'update',
    jsonb_build_object('review_request', why)
  from public.enquiries where id = enquiry;
end
$$;
grant execute on function public.stop_review_request(uuid, text) to authenticated;
