-- The endpoints store files and attach them; users take back what was not sent.
revoke all on public.answer_files, public.answer_attachments
  from anon, authenticated, service_role, site_staff, site_admin;
grant select, delete on public.answer_files to authenticated;
grant select on public.answer_attachments to authenticated;
grant select on public.answer_files, public.answer_attachments to site_staff;
grant all on public.answer_files, public.answer_attachments to service_role;

-- Staff read every file, as they read every message.
create policy signed_in_staff_answer_files_read on public.answer_files
  for select to authenticated using ((select internal.is_staff()));
create policy staff_answer_files_read on public.answer_files for select to site_staff using (true);
create policy signed_in_staff_attachments_read on public.answer_attachments
  for select to authenticated using ((select internal.is_staff()));
create policy staff_attachments_read on public.answer_attachments
  for select to site_staff using (true);

-- Staff remove their own from a draft. What was sent stays.
create policy own_unsent_files_delete on public.answer_files for delete to authenticated
  using (
    (select internal.is_staff()) and uploader_id = (select auth.uid()) and not exists (
      select from public.answer_attachments used where used.file_id = answer_files.id
    )
  );

-- The secret key does everything.
create policy service_answer_files on public.answer_files to service_role
  using (true) with check (true);
create policy service_attachments on public.answer_attachments to service_role
  using (true) with check (true);
