create trigger drop_files_of_messages after delete on public.answer_attachments
  referencing old table as removed
  for each statement execute function internal.drop_files_of_messages();

create trigger drop_answer_objects after delete on public.answer_files
  referencing old table as removed
  for each statement execute function internal.drop_answer_objects();
