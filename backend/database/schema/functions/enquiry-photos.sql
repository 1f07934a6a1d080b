-- An email to the office about photographs, unless one is still to leave and will show them. A minute
-- later, because they come one by one.
create or replace function internal.tell_of_photos(enquiry uuid) returns void
  language plpgsql
as $$
begin
  -- Until this commits, the lock keeps workers from that email: they would not see the photographs yet.
  -- One that a worker has, or that has left already, was written without them.
  perform from public.enquiry_deliveries delivery
  join internal.jobs job on job.name = 'enquiry-delivery:' || delivery.id
  where delivery.enquiry_id = enquiry and delivery.channel in ('office_mail', 'photos_mail')
    and delivery.state = 'waiting' and job.state = 'waiting' and job.held_by is null
    and job.handed_over_at is null and job.accepted_at is null
  for update of job skip locked;
  if found then return; end if;
  insert into public.enquiry_deliveries (enquiry_id, channel, state, next_try_at)
  select id, 'photos_mail', case status when 'spam' then 'withheld' else 'waiting' end,
    case when status <> 'spam' then now() + interval '1 minute' end
  from public.enquiries
  where id = enquiry and not exists (
    select from public.enquiry_deliveries delivery
    where delivery.enquiry_id = enquiry and channel in ('office_mail', 'photos_mail')
      and state = 'withheld'
  );
end
$$;

-- Gives uploaded photographs to an enquiry: pending/<upload>.jpg becomes <enquiry>/<place>.jpg. Returns the
-- uploads that the enquiry has afterwards, so that a repeat gets the same answer. Nothing is added to
-- an erased enquiry; the lock makes two calls for one enquiry wait for each other.
create or replace function internal.attach_photos(enquiry uuid, uploads uuid[]) returns uuid[]
  language plpgsql
as $$
declare
  upload uuid;
  place int;
  has_more boolean := false;
begin
  perform from public.enquiries where id = enquiry and erased_at is null for update;
  if not found then return '{}'; end if;
  foreach upload in array uploads loop
    select min(free) into place from generate_series(1, 8) free
    where not exists (
      select from storage.objects
      where bucket_id = 'enquiry-photos' and name = enquiry || '/' || free || '.jpg'
    );
    exit when place is null;
    update storage.objects set name = enquiry || '/' || place || '.jpg', updated_at = now(),
      user_metadata = coalesce(user_metadata, '{}') || jsonb_build_object('upload', upload)
    where bucket_id = 'enquiry-photos' and name = 'pending/' || upload || '.jpg';
    has_more := has_more or found;
  end loop;
  if has_more then perform internal.tell_of_photos(enquiry); end if;
  return array(
    select asked from unnest(uploads) asked
    where exists (
      select from storage.objects, generate_series(1, 8) taken
      where bucket_id = 'enquiry-photos' and name = enquiry || '/' || taken || '.jpg'
        and user_metadata ->> 'upload' = asked::text
    )
  );
end $$;
