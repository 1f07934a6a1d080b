-- Pages show documents: invalidate them on changes. The messages of one transaction are the same, so a
-- publication sends one.
create trigger tell_pages_inserted after insert on public.site_documents
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_updated after update on public.site_documents
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_deleted after delete on public.site_documents
  referencing old table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_truncated after truncate on public.site_documents
  for each statement execute function internal.tell_pages_changed();

create trigger limit_site_rows after insert on public.site_documents
  for each statement execute function internal.limit_site_rows();
create trigger limit_site_rows after insert on public.site_drafts
  for each statement execute function internal.limit_site_rows();

-- The database sets the names.
create trigger name_site_author before insert or update of updated_by, updated_by_name
  on public.site_drafts
  for each row execute function internal.name_site_author();
create trigger name_site_author before insert or update of published_by, published_by_name
  on public.site_versions
  for each row execute function internal.name_site_author();

-- History only grows. A deleted account leaves the name out.
create trigger refuse_other_history before delete or truncate on public.site_versions
  for each statement execute function internal.refuse_other_history();
create trigger refuse_other_facts before update on public.site_versions
  for each row when (
    (old.id, old.published_at, old.summary, old.restored_from)
      is distinct from (new.id, new.published_at, new.summary, new.restored_from)
    or (new.published_by is not null and new.published_by is distinct from old.published_by)
  )
  execute function internal.refuse_other_history();
create trigger refuse_other_history before update or delete or truncate on public.site_changes
  for each statement execute function internal.refuse_other_history();
