-- Recognises who sent an enquiry, after it is stored: by telephone number or email address, or by name
-- together with postcode; never by name alone. Nothing is merged here: where two customers fit, the older
-- gets the enquiry, and staff are offered the merge.

-- Returns how many were recognised. One at a time, or two would each make a customer for one number.
create or replace function internal.recognise_customers(asked uuid[]) returns integer
  language plpgsql set search_path = ''
as $$
declare
  one record;
  owner_id uuid;
  recognised integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('internal.customers'));
  for one in
    select e.id, e.created_at, e.phone_e164, lower(e.email) as email, e.postcode,
      nullif(internal.folded_name(e.name), '') as name
    from public.enquiries e
    where e.id = any (asked) and e.status <> 'spam' and e.erased_at is null
      and not exists (select from public.enquiry_customers c where c.enquiry_id = e.id)
    order by e.created_at, e.id
    -- An enquiry that is being erased or marked as spam is not linked behind its back.
    for share of e
  loop
    owner_id := internal.customer_like(
      one.id, one.phone_e164, one.email, one.postcode, one.name
    );
    if owner_id is null then
      insert into public.customers (created_at) values (one.created_at) returning id into owner_id;
    else
      update public.customers set created_at = one.created_at
      where id = owner_id and created_at > one.created_at;
    end if;
    insert into public.enquiry_customers (enquiry_id, customer_id) values (one.id, owner_id)
    on conflict do nothing;
    recognised := recognised + 1;
  end loop;
  return recognised;
end
$$;

-- Fifty of each are enough to find a customer, and bound the work when a thousand enquiries share a
-- number. Not in SQL alone, which would be planned anew for each enquiry.
create or replace function internal.customer_like(
  enquiry uuid, phone_key text, email_key text, postcode_key text, name_key text
) returns uuid
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.id
    from (
      (select l.customer_id, 1 as strength
       from public.enquiries e join public.enquiry_customers l on l.enquiry_id = e.id
       where e.phone_e164 = phone_key limit 50)
      union all
      (select l.customer_id, 1
       from public.enquiries e join public.enquiry_customers l on l.enquiry_id = e.id
       where lower(e.email) = email_key limit 50)
      union all
      (select l.customer_id, 2
       from public.enquiries e join public.enquiry_customers l on l.enquiry_id = e.id
       where e.postcode = postcode_key and internal.folded_name(e.name) = name_key limit 50)
    ) alike
    join public.customers c on c.id = alike.customer_id
    where not exists (
      select from public.customer_changes s
      where s.customer_id = c.id and s.kind = 'split' and s.undone_at is null
        and enquiry = any (s.enquiry_ids)
    )
    order by alike.strength, c.created_at, c.id
    limit 1
  );
end
$$;

-- One job for all enquiries of a statement. Of many at once it names none, and looks for all that belong
-- to no customer.
create or replace function internal.queue_recognition() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into internal.jobs (kind, payload)
  select 'customer-recognition', case when count(*) <= 100
    then jsonb_build_object('enquiries', jsonb_agg(id)) else '{}' end
  from added where status <> 'spam' and erased_at is null
  having count(*) > 0;
  if found then
    perform pg_notify('jobs', 'customer-recognition');
  end if;
  return null;
end
$$;

-- Spam is no customer's. Released, it is recognised again.
create or replace function internal.recognise_released() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'spam' then
    delete from public.enquiry_customers where enquiry_id = new.id;
  else
    insert into internal.jobs (kind, payload)
    values (
      'customer-recognition', jsonb_build_object('enquiries', jsonb_build_array(new.id))
    );
    perform pg_notify('jobs', 'customer-recognition');
  end if;
  return null;
end
$$;

create or replace function internal.drop_empty_customers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked in a statement of its own: what others add to a customer meanwhile is then seen by the next.
  perform from public.customers where id in (select customer_id from removed) order by id for update;
  delete from public.customers c
  where c.id in (select customer_id from removed)
    and not exists (select from public.enquiry_customers l where l.customer_id = c.id);
  return null;
end
$$;

create or replace function internal.name_who_changed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.made_by_name := internal.signature_of(new.made_by);
  return new;
end
$$;
