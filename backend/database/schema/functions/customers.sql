-- The only way to merge and split customers, for signed-in staff. Each asks for the role first, so that
-- nothing is looked up with the owner's rights for others.

create or replace function internal.begin_customer_change(asked text) returns void
  language plpgsql set search_path = ''
as $$
begin
  if not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function ' || asked;
  end if;
  -- The lock of recognition, too.
  perform pg_advisory_xact_lock(hashtext('internal.customers'));
end
$$;

-- All enquiries of `merged` become those of `kept`. Returns the id with which it is undone.
create or replace function public.merge_customers(kept uuid, merged uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  moved uuid[];
  change uuid;
begin
  perform internal.begin_customer_change('merge_customers');
  moved := array(
    select enquiry_id from public.enquiry_customers where customer_id = merged order by enquiry_id
  );
  if kept = merged or cardinality(moved) = 0
    or not exists (select from public.customers where id = kept) then
    raise sqlstate 'PT409' using message = 'These customers have changed meanwhile';
  end if;
  -- Staff think otherwise now.
  update public.customer_changes set undone_at = now()
  where kind = 'split' and undone_at is null
    and ((customer_id, other_id) = (kept, merged) or (customer_id, other_id) = (merged, kept));
  -- The merged customer goes with its last enquiry; what was changed in it can still be undone.
  update public.customer_changes set customer_id = kept where customer_id = merged;
  insert into public.customer_changes (kind, customer_id, other_id, enquiry_ids, made_by)
  values ('merge', kept, merged, moved, auth.uid()) returning id into change;
  update public.customers set created_at = least(created_at, (
    select created_at from public.customers where id = merged
  )) where id = kept;
  update public.enquiry_customers set customer_id = kept where customer_id = merged;
  perform internal.record_customer_change('merge', moved);
  return change;
end
$$;
grant execute on function public.merge_customers(uuid, uuid) to authenticated;

-- The enquiry becomes that of a customer of its own. Returns the id with which it is undone.
create or replace function public.split_customer(enquiry uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  whole uuid;
  own uuid;
  change uuid;
begin
  perform internal.begin_customer_change('split_customer');
  select customer_id into whole from public.enquiry_customers where enquiry_id = enquiry;
  if whole is null or not exists (
    select from public.enquiry_customers where customer_id = whole and enquiry_id <> enquiry
  ) then
    raise sqlstate 'PT409' using message = 'It is the only enquiry of its customer';
  end if;
  insert into public.customers (created_at)
  select created_at from public.enquiries where id = enquiry returning id into own;
  insert into public.customer_changes (kind, customer_id, other_id, enquiry_ids, made_by)
  values ('split', whole, own, array[enquiry], auth.uid()) returning id into change;
  update public.enquiry_customers set customer_id = own where enquiry_id = enquiry;
  perform internal.record_customer_change('split', array[enquiry]);
  return change;
end
$$;
grant execute on function public.split_customer(uuid) to authenticated;

-- What was moved goes back, except what has been moved elsewhere, erased or marked as spam since.
create or replace function public.undo_customer_change(change uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  undone public.customer_changes;
  moved uuid[];
begin
  perform internal.begin_customer_change('undo_customer_change');
  update public.customer_changes set undone_at = now()
  where id = change and undone_at is null returning * into undone;
  moved := array(
    select enquiry_id from public.enquiry_customers
    where enquiry_id = any (undone.enquiry_ids) and customer_id =
      case undone.kind when 'merge' then undone.customer_id else undone.other_id end
  );
  if cardinality(moved) = 0 then
    raise sqlstate 'PT409' using message = 'This can no longer be undone';
  end if;
  if undone.kind = 'merge' then
    insert into public.customers (id, created_at)
    select undone.other_id, min(created_at) from public.enquiries where id = any (moved)
    on conflict (id) do nothing;
  end if;
  update public.enquiry_customers set customer_id =
    case undone.kind when 'merge' then undone.other_id else undone.customer_id end
  where enquiry_id = any (moved);
  perform internal.record_customer_change('undo_' || undone.kind, moved);
end
$$;
grant execute on function public.undo_customer_change(uuid) to authenticated;

-- Under the newest of the moved enquiries, and without a name: the audit trail holds none.
create or replace function internal.record_customer_change(done text, moved uuid[]) returns void
  language sql set search_path = ''
as $$
  insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
  select auth.uid(), internal.actor_name(), 'enquiry', e.id, e.service, 'update',
    jsonb_build_object('customer', done, 'enquiries', cardinality(moved))
  from public.enquiries e where e.id = any (moved)
  order by e.created_at desc, e.id limit 1
$$;
