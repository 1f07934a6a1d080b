-- The database sets the owner's name on a view.
create trigger name_view_owner before insert or update of owner_id, owner_name
  on public.saved_views
  for each row execute function internal.name_view_owner();

create trigger set_updated_at before update of name, query, is_shared on public.saved_views
  for each row execute function internal.set_updated_at();

create trigger limit_saved_views before insert on public.saved_views
  for each row execute function internal.limit_saved_views();

-- What others see is recorded; a view of one's own is nobody else's business.
create trigger record_added after insert on public.saved_views
  for each row when (new.is_shared)
  execute function internal.record_change('view', 'name', 'query', 'is_shared');
create trigger record_changed after update on public.saved_views
  for each row when (old.is_shared or new.is_shared)
  execute function internal.record_change('view', 'name', 'query', 'is_shared');
create trigger record_deleted after delete on public.saved_views
  for each row when (old.is_shared)
  execute function internal.record_change('view', 'name', 'query', 'is_shared');
