-- Pages are dropped when rows change. A statement that changes none, as anybody with an account can send
-- it, made every instance render every page again.
drop trigger tell_pages_changed on public.google_reviews;
drop function internal.tell_pages_changed();

create function internal.tell_pages_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' or exists (select from changed) then
    perform pg_notify('pages_changed', tg_table_name);
  end if;
  return null;
end
$$;

create trigger tell_pages_inserted after insert on public.google_reviews
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_updated after update on public.google_reviews
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_deleted after delete on public.google_reviews
  referencing old table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_truncated after truncate on public.google_reviews
  for each statement execute function internal.tell_pages_changed();

-- The planner's samples of people who are gone: accounts too are measured again after a deletion.
create function internal.queue_analyze() returns trigger
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
create trigger queue_analyze after delete on auth.users
  referencing old table as removed
  for each statement execute function internal.queue_analyze();
