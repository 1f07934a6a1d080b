-- Pages show reviews: every instance invalidates its cached pages when rows change. Statements that
-- change no row, which any account can send, are ignored, or they would make every instance render
-- all pages again.
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

-- The average that pages state. Over every review, because an average of the chosen ones would
-- mislead; security definer, because visitors read only the featured ones.
create or replace function internal.review_summary(out count integer, out average float8)
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer, coalesce(round(avg(rating), 1), 0)::float8 from public.google_reviews
$$;
grant execute on function internal.review_summary() to anon;
