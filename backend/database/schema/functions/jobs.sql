-- After a deletion the tables are analysed again: the planner's statistics hold samples of the
-- deleted data.
create or replace function internal.queue_analyze() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from removed) then
    return null;
  end if;
  -- Locked, so that a job which is there does not run before this is committed.
  perform from internal.jobs
  where kind = 'erased-statistics' and state = 'waiting' and held_by is null
  limit 1 for update;
  if not found then
    insert into internal.jobs (kind) values ('erased-statistics');
  end if;
  return null;
end
$$;
