-- Services and hours are the firm's, which the server reads from its files and its owner's edits: the
-- database holds only the length of a service's name, and the time by which an answer was promised.
alter table public.enquiries drop constraint enquiries_service_check;
alter table public.enquiries add constraint enquiries_service_check
  check (char_length(service) between 1 and 60);

alter table public.enquiries alter column reply_due drop expression;
-- Where no time is given, as in a backup from before this, a trigger or the restore puts one in.
alter table public.enquiries alter column reply_due set default 'infinity';
alter table public.enquiries drop column waiting_until;
-- Only until there is an answer: sorted by this, what is late stands first.
alter table public.enquiries add column waiting_until timestamptz
  generated always as (case when status = 'new' then reply_due end) stored;
create index enquiries_waiting_idx on public.enquiries (waiting_until, created_at desc);
