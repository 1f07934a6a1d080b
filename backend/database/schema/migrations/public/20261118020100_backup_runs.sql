-- Backups that are asked for, being taken or over, so that every instance knows of the one that runs.
-- Unlogged: after a crash none runs, and a restored backup must not go on where another was taken.
create unlogged table internal.backup_runs (
  id uuid primary key default gen_random_uuid(),
  -- Null for the daily one.
  requested_by text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  error text check (char_length(error) <= 500)
);
-- One at a time, whoever asks.
create unique index backup_runs_open_idx on internal.backup_runs ((true))
  where state in ('waiting', 'running');
create index backup_runs_asked_idx on internal.backup_runs (asked_at desc);
alter table internal.backup_runs enable row level security;
