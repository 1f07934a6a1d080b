-- What is to be done after an answer has been given: mails, webhooks, housekeeping. A job is there
-- until it is done; a claim only moves `run_at` to the end of its lease, so that the job of an
-- instance that died comes back by itself.
create table internal.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Jobs of one name exist once: recurring work, and deliveries that staff send again.
  name text unique,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'failed')),
  tries integer not null default 0,
  run_at timestamptz not null default clock_timestamp(),
  held_by uuid,
  last_error text,
  created_at timestamptz not null default now(),
  -- How far a mail has got on its way out, so that a process that is killed leaves little in doubt.
  -- The mail server has everything but the last line, and its answer is outstanding from now on.
  handed_over_at timestamptz,
  -- It answered that it has the mail: the job is never run again, only its end is still to be written.
  accepted_at timestamptz
);
create index jobs_due_idx on internal.jobs (kind, run_at) where state = 'waiting';
-- A job that says it was added later than now was added while the clock was ahead, and would wait until
-- that time comes again. The queue looks for one every second.
create index jobs_created_idx on internal.jobs (created_at) where state = 'waiting';
