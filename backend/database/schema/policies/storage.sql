-- Files. Visitors and other users have no policy: they see no object and can add none, except with a
-- signed upload URL, which the server gives out.

-- Staff read the photographs of enquiries.
create policy staff_enquiry_photos_read on storage.objects for select to authenticated
  using (bucket_id = 'enquiry-photos' and (select internal.is_staff()));

-- Staff look at the photographs that they upload for the site.
create policy staff_site_pictures_read on storage.objects for select to authenticated
  using (bucket_id = 'site-pictures' and (select internal.is_staff()));

-- Staff read what was attached to answers.
create policy staff_answer_files_read on storage.objects for select to authenticated
  using (bucket_id = 'answer-files' and (select internal.is_staff()));

-- The secret key does everything.
create policy service_objects on storage.objects to service_role using (true) with check (true);
create policy service_buckets on storage.buckets to service_role using (true) with check (true);
