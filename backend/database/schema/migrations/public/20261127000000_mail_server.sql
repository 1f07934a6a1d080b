-- The mail server that administrators set up in the dashboard. No policy and no grant: no API reads or
-- writes it, not even with the secret key. The password is encrypted with a key that is not in the
-- database. One row.
create table internal.mail_server (
  is_only boolean primary key default true check (is_only),
  host text not null check (char_length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('starttls', 'tls', 'none')),
  username text not null check (char_length(username) <= 500),
  sealed_password bytea,
  sender_name text not null check (char_length(sender_name) <= 100),
  sender_address text not null check (char_length(sender_address) <= 255),
  updated_at timestamptz not null default clock_timestamp()
);
alter table internal.mail_server enable row level security;

alter table public.audit_trail drop constraint audit_trail_subject_check;
alter table public.audit_trail add constraint audit_trail_subject_check check (
  subject in ('role', 'review', 'enquiry', 'account', 'person', 'spam_filter', 'site', 'mail_server')
);
