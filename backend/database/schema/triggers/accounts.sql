-- A profile for every account, with the name given at sign-up.
create trigger create_profile after insert on auth.users
  for each row execute function internal.create_profile();

-- The profile's address and name follow the account's.
create trigger update_profile_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function internal.update_profile_email();
create trigger update_profile_name after update of raw_user_meta_data on auth.users
  for each row
  when (old.raw_user_meta_data ->> 'full_name'
    is distinct from new.raw_user_meta_data ->> 'full_name')
  execute function internal.update_profile_name();

create trigger keep_last_admin_enabled after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until is not null or new.deleted_at is not null)
  execute function internal.keep_last_admin_enabled();

create trigger queue_analyze after delete on auth.users
  referencing old table as removed
  for each statement execute function internal.queue_analyze();
