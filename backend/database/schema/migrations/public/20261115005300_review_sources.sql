-- Where a review was given, so that it can be proved genuine.
alter table public.google_reviews
  add column source text check (char_length(source) <= 100),
  add column source_url text check (source_url ~* '^https?://' and char_length(source_url) <= 2048);
