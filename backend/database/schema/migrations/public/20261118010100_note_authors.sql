-- Staff do not read the profiles of others, and still see who wrote a note: its row carries the name,
-- kept by the database and not by who writes.
alter table public.enquiry_notes add column author_name text;
create index enquiry_notes_author_idx on public.enquiry_notes (author_id);

update public.enquiry_notes note
set author_name = coalesce(nullif(btrim(author.full_name), ''), author.email)
from public.profiles author where author.id = note.author_id;

-- None once the author's account is gone: the foreign key empties author_id then.
create function internal.name_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.author_name := (
    select coalesce(nullif(btrim(full_name), ''), email)
    from public.profiles where id = new.author_id
  );
  return new;
end
$$;
create trigger name_note_author before insert or update of author_id, author_name
  on public.enquiry_notes
  for each row execute function internal.name_note_author();

-- The name on notes follows the profile's: setting it makes the trigger above look again.
create function internal.rename_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.enquiry_notes set author_name = null where author_id = new.id;
  return null;
end
$$;
create trigger rename_note_author after update of full_name, email on public.profiles
  for each row when ((old.full_name, old.email) is distinct from (new.full_name, new.email))
  execute function internal.rename_note_author();
