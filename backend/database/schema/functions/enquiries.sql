-- The first time an enquiry leaves New, except for Spam, counts as its first reply.
create or replace function internal.note_first_reply() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.first_reply_at := now();
  return new;
end
$$;

-- Who entered an enquiry by hand. Null once the account is deleted or the enquiry erased.
create or replace function internal.name_who_entered() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.entered_by_name := internal.signature_of(new.entered_by);
  return new;
end
$$;
