-- The bucket of the photographs that the owner shows on the site. Pages get them in their own sizes from
-- the server, so that the bucket itself is not public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'site-pictures', 'site-pictures', false, 20971520, array['image/jpeg', 'image/png', 'image/webp']
)
on conflict do nothing;
