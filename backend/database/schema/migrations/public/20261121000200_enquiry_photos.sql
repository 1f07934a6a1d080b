-- The bucket of the photographs that visitors send with an enquiry. 20 MB is what a telephone's camera
-- makes at most; each is written anew, and smaller, before it is stored.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'enquiry-photos', 'enquiry-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp']
)
on conflict do nothing;
