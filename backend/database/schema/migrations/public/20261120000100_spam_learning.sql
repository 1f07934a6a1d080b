-- What the spam filter learns from the office. No policy and no grant: no API reads or writes these, not
-- even with the secret key.

-- An enquiry that staff moved to the spam folder or out of it: an example. The last click counts.
create table internal.spam_clicks (
  enquiry_id uuid primary key references public.enquiries (id) on delete cascade,
  is_spam boolean not null,
  clicked_at timestamptz not null default now()
);
create index spam_clicks_clicked_at_idx on internal.spam_clicks (clicked_at desc);
alter table internal.spam_clicks enable row level security;

-- What is added to the weights of the shipped model, worked out from the clicks by a job. One row.
create table internal.spam_adjustment (
  is_only boolean primary key default true check (is_only),
  -- The model that it belongs to: another one has other weights.
  model text not null,
  -- By place in the table of weights.
  weights jsonb not null,
  examples integer not null,
  learned_at timestamptz not null default now()
);
alter table internal.spam_adjustment enable row level security;

-- That an administrator made the filter forget is recorded.
alter table public.audit_trail drop constraint audit_trail_subject_check;
alter table public.audit_trail add constraint audit_trail_subject_check
  check (subject in ('role', 'review', 'enquiry', 'account', 'person', 'spam_filter'));
