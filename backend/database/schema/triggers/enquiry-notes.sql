-- A note is signed by the database.
create trigger name_note_author before insert or update of author_id, author_name
  on public.enquiry_notes
  for each row execute function internal.name_note_author();
