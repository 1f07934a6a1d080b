-- The first time an enquiry leaves New, except for Spam, counts as its first reply.
create or replace function internal.note_first_reply() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.first_reply_at := now();
  return new;
end
$$;
