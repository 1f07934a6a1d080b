-- The copies that were taken by the schedule, so that it is known when the last one was. A copy that
-- failed stands in its job, which is tried again.
create table internal.backups (
  id uuid primary key default gen_random_uuid(),
  file text not null,
  bytes bigint not null check (bytes > 0),
  rows bigint not null check (rows >= 0),
  created_at timestamptz not null default clock_timestamp(),
  -- What each copy holds, and whether it could be restored when it was tried. Until it was, there is
  -- no time; a check that failed says why, and is made again.
  enquiries bigint check (enquiries >= 0),
  reviews bigint check (reviews >= 0),
  accounts bigint check (accounts >= 0),
  checked_at timestamptz,
  check_error text
);
create index backups_created_idx on internal.backups (created_at desc);

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
