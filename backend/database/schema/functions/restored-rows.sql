-- Triggers are disabled during a restore. This fills in what they would have maintained and a backup
-- of an earlier version lacks.
create or replace function internal.complete_restored_rows() returns void
  language sql set search_path = ''
as $$
  -- Updated, so that the trigger looks up the name.
  update public.enquiry_notes set author_name = null
  where author_name is null and author_id is not null;
  -- Backups from before the due time was stored.
  update public.enquiries set reply_due = internal.reply_due(created_at)
  where reply_due = 'infinity';
  -- Migrations make these buckets; a backup from before them has none.
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  select id, id, false, 20971520, array['image/jpeg', 'image/png', 'image/webp']
  from unnest(array['enquiry-photos', 'site-pictures']) as id
  on conflict do nothing;
  insert into internal.restores default values;
  -- Jobs of one engine, or of an earlier version, that nothing here may work on. A start adds what it needs.
  delete from internal.jobs where kind in ('table-care', 'vacuum');
  -- A copy on another machine must not call real telephones; colleagues switch theirs on again.
  delete from public.push_subscriptions;
  delete from internal.push_keys;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values (
    'answer-files', 'answer-files', false, 5000000,
    array['application/pdf', 'image/jpeg', 'image/png', 'image/webp']
  )
  on conflict do nothing
$$;
