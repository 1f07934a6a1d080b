-- Triggers are off while a backup is put back. What they would have kept, and a backup of an earlier
-- version does not hold, is made up for at the end.
create or replace function internal.complete_restored_rows() returns void
  language sql set search_path = ''
as $$
  -- Touched, so that the trigger looks the name up.
  update public.enquiry_notes set author_name = null
  where author_name is null and author_id is not null
$$;
