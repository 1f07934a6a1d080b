create trigger limit_push_subscriptions before insert on public.push_subscriptions
  for each row execute function internal.limit_push_subscriptions();

create trigger forget_devices_without_role after update or delete on public.user_roles
  for each row execute function internal.forget_devices_without_role();
create trigger forget_devices_of_disabled after update of banned_until, deleted_at on auth.users
  for each row when (new.deleted_at is not null or new.banned_until > now())
  execute function internal.forget_devices_of_disabled();
