-- The database sets the author's name on a note.
create trigger name_note_author before insert or update of author_id, author_name
  on public.enquiry_notes
  for each row execute function internal.name_note_author();

-- Notes are about enquiries of people who are known.
create trigger refuse_erased before insert on public.enquiry_notes
  for each row execute function internal.refuse_erased();
