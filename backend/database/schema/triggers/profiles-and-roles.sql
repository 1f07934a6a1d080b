-- There is always at least one administrator once there was one.
create trigger keep_last_admin_on_delete after delete on public.user_roles
  referencing old table as removed
  for each statement execute function internal.keep_last_admin();
create trigger keep_last_admin_on_update after update on public.user_roles
  referencing old table as removed
  for each statement execute function internal.keep_last_admin();
create trigger keep_last_admin_on_truncate before truncate on public.user_roles
  for each statement execute function internal.keep_last_admin();

create trigger record_change after insert or update or delete on public.user_roles
  for each row execute function internal.record_change('role', 'role');

-- The name on notes follows the profile's.
create trigger rename_note_author after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name)
  execute function internal.rename_note_author();
