-- After a deletion the tables are analysed again: the planner's statistics hold samples of the
-- deleted data.
create or replace function internal.queue_analyze() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from removed) and not exists (
    select from internal.jobs
    where kind = 'erased-statistics' and state = 'waiting' and held_by is null
  ) then
    insert into internal.jobs (kind) values ('erased-statistics');
  end if;
  return null;
end
$$;
