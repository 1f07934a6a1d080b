-- Removes those of the files that no message names. They are locked first and looked at afterwards, so
-- that an answer that takes one at this moment is seen.
create or replace function internal.drop_unused_answer_files(candidates uuid[]) returns int
  language plpgsql security definer set search_path = ''
as $$
declare
  dropped int;
begin
  perform from public.answer_files where id = any (candidates) order by id for update;
  delete from public.answer_files file where id = any (candidates) and not exists (
    select from public.answer_attachments used where used.file_id = file.id
  );
  get diagnostics dropped = row_count;
  return dropped;
end
$$;

-- Files of drafts that were never sent, after a day.
create or replace function internal.drop_abandoned_answer_files() returns int
  language sql set search_path = ''
as $$
  select internal.drop_unused_answer_files(array(
    select id from public.answer_files file
    where created_at < now() - interval '1 day' and not exists (
      select from public.answer_attachments used where used.file_id = file.id
    )
  ))
$$;

-- A file goes with the last message that names it.
create or replace function internal.drop_files_of_messages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform internal.drop_unused_answer_files(array(select distinct file_id from removed));
  return null;
end
$$;

-- The object goes with the row; its bytes follow with the next sweep of files.
create or replace function internal.drop_answer_objects() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.objects
  where bucket_id = 'answer-files' and name in (select id::text from removed);
  return null;
end
$$;
