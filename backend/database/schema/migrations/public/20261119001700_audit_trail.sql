-- Who changed which role, review, enquiry or account, when, from what to what; and when one person's
-- data was handed over or erased, in numbers only. Rows are only ever added.
create table public.audit_trail (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  -- None when the server or the secret key did it; the name stays when the account goes.
  actor_id uuid,
  actor text not null,
  subject text not null check (subject in ('role', 'review', 'enquiry', 'account', 'person')),
  subject_id uuid,
  label text,
  action text not null check (action in ('insert', 'update', 'delete', 'export')),
  before jsonb,
  after jsonb
);
create index audit_trail_subject_idx on public.audit_trail (subject, id desc);

alter table public.audit_trail enable row level security;
