-- A job that says it was added later than now was added while the clock was ahead, and would wait until
-- that time comes again. The queue looks for one every second.
create index jobs_created_idx on internal.jobs (created_at) where state = 'waiting';
