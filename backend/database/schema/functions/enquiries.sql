-- The first time that an enquiry leaves New counts as its first answer, whatever moves it.
create or replace function internal.note_first_reply() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.first_reply_at := now();
  return new;
end
$$;
