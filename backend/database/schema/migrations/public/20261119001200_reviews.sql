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
  created_at timestamptz not null default now(),
  -- Where the review was given, so that it can be proved genuine.
  source text check (char_length(source) <= 100),
  source_url text check (source_url ~* '^https?://' and char_length(source_url) <= 2048)
);
create index google_reviews_created_at_idx on public.google_reviews (created_at desc);
create index google_reviews_featured_idx on public.google_reviews (created_at desc)
  where is_featured;

alter table public.google_reviews enable row level security;
