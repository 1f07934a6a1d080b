create table public.google_reviews (
  id uuid primary key default gen_random_uuid(),
  author_name text not null check (char_length(btrim(author_name)) between 1 and 200),
  author_image text check (author_image ~* '^https?://' and char_length(author_image) <= 2048),
  rating integer not null default 5 check (rating between 1 and 5),
  review_text text check (char_length(review_text) <= 10000),
  time_posted timestamptz not null default now(),
  is_featured boolean not null default false,
  review_id text not null
    default 'manual_' || floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
  created_at timestamptz not null default now()
);
create index google_reviews_created_at_idx on public.google_reviews (created_at desc);
create index google_reviews_featured_idx on public.google_reviews (created_at desc)
  where is_featured;

-- Pages show reviews: every instance drops the pages that it holds when one changes.
create function internal.tell_pages_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('pages_changed', tg_table_name);
  return null;
end
$$;

create trigger tell_pages_changed
  after insert or update or delete or truncate on public.google_reviews
  for each statement execute function internal.tell_pages_changed();

alter table public.google_reviews enable row level security;
revoke all on public.google_reviews from anon, authenticated;
grant select on public.google_reviews to anon;
grant select, insert, update, delete on public.google_reviews to authenticated;
grant all on public.google_reviews to service_role;

-- Everybody reads the featured reviews.
create policy featured_reviews_read on public.google_reviews for select to anon, authenticated
  using (is_featured);

-- An administrator reads, adds, edits and deletes every review.
create policy admin_reviews_read on public.google_reviews for select to authenticated
  using ((select internal.is_admin()));
create policy admin_reviews_add on public.google_reviews for insert to authenticated
  with check ((select internal.is_admin()));
create policy admin_reviews_edit on public.google_reviews for update to authenticated
  using ((select internal.is_admin())) with check ((select internal.is_admin()));
create policy admin_reviews_delete on public.google_reviews for delete to authenticated
  using ((select internal.is_admin()));

-- The secret key does everything.
create policy service_reviews on public.google_reviews to service_role
  using (true) with check (true);
