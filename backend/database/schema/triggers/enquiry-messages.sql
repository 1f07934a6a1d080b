-- The database sets the author's name on a message.
create trigger name_note_author before insert or update of author_id, author_name
  on public.enquiry_messages
  for each row execute function internal.name_note_author();
