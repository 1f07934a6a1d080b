-- Staff who move an enquiry to the spam folder, or out of it, teach the filter. Every instance is told,
-- so that the next message of the same campaign is recognised at once.
create or replace function internal.note_spam_click() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into internal.spam_clicks (enquiry_id, is_spam) values (new.id, new.status = 'spam')
  on conflict (enquiry_id) do update set is_spam = excluded.is_spam, clicked_at = now();
  perform pg_notify('spam_learning', 'clicked');
  return null;
end
$$;
