-- Pages show reviews: every instance drops the pages that it holds when rows change. A statement that
-- changes none, as any account can send it, would make every instance render every page again.
create or replace function internal.tell_pages_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' or exists (select from changed) then
    perform pg_notify('pages_changed', tg_table_name);
  end if;
  return null;
end
$$;
