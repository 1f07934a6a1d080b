-- What a mail server refused for good: the address that the mail was for, or the mail itself.
alter table public.enquiry_deliveries
  add column refused text check (refused in ('address', 'message'));
