-- Gives uploaded photographs to an enquiry: pending/<upload>.jpg becomes <enquiry>/<place>.jpg. Returns the
-- uploads that the enquiry has afterwards, so that a repeat gets the same answer. Nothing is added to
-- an erased enquiry; the lock makes two calls for one enquiry wait for each other.
create or replace function internal.attach_photos(enquiry uuid, uploads uuid[]) returns uuid[]
  language plpgsql
as $$
declare
  upload uuid;
  place int;
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
  end loop;
  return array(
    select asked from unnest(uploads) asked
    where exists (
      select from storage.objects, generate_series(1, 8) taken
      where bucket_id = 'enquiry-photos' and name = enquiry || '/' || taken || '.jpg'
        and user_metadata ->> 'upload' = asked::text
    )
  );
end $$;
