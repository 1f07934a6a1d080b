-- How far a mail has got on its way out, so that a process that is killed leaves little in doubt.
alter table internal.jobs
  -- The mail server has everything but the last line, and its answer is outstanding from now on.
  add column handed_over_at timestamptz,
  -- It answered that it has the mail: the job is never run again, only its end is still to be written.
  add column accepted_at timestamptz;
