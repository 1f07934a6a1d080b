-- The copies that were taken by the schedule, so that it is known when the last one was. A copy that
-- failed stands in its job, which is tried again.
create table internal.backups (
  id uuid primary key default gen_random_uuid(),
  file text not null,
  bytes bigint not null check (bytes > 0),
  rows bigint not null check (rows >= 0),
  created_at timestamptz not null default clock_timestamp()
);
create index backups_created_idx on internal.backups (created_at desc);
