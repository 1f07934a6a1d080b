create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  email text,
  created_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc);

-- user_id points at the profile, not the account, so that the table API can embed roles in profiles.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (char_length(role) between 1 and 100),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);

-- A profile for every account, with the name given at sign-up.
create function internal.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.email);
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function internal.create_profile();

-- The profile's address follows the account's.
create function internal.update_profile_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end
$$;

create trigger update_profile_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function internal.update_profile_email();

-- Runs with its owner's rights: the policies on user_roles would otherwise ask themselves.
create function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = auth.uid() and role = 'admin'
  )
$$;
grant execute on function internal.is_admin() to anon, authenticated, service_role;

-- Once there is an administrator there is always one, whoever asks: an administrator, the secret
-- key, a deleted account, or two removals at the same moment.
create function internal.keep_last_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from removed where role = 'admin') then
      return null;
    end if;
    -- Others that remove an administrator wait here, then see what this transaction left. Under
    -- stricter isolation they do not see it, but fail on the row that is gone.
    perform pg_advisory_xact_lock(hashtext('internal.keep_last_admin'));
    perform from public.user_roles where role = 'admin' for update;
    if exists (select from public.user_roles where role = 'admin') then
      return null;
    end if;
  end if;
  raise exception 'The last administrator cannot be removed'
    using errcode = 'P0001', hint = 'Make somebody else an administrator first.';
end
$$;

create trigger keep_last_admin_on_delete after delete on public.user_roles
  referencing old table as removed
  for each statement execute function internal.keep_last_admin();
create trigger keep_last_admin_on_update after update on public.user_roles
  referencing old table as removed
  for each statement execute function internal.keep_last_admin();
create trigger keep_last_admin_on_truncate before truncate on public.user_roles
  for each statement execute function internal.keep_last_admin();

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;
revoke all on public.profiles, public.user_roles from anon, authenticated;
grant select on public.profiles to authenticated;
grant select, insert, delete on public.user_roles to authenticated;
grant all on public.profiles, public.user_roles to service_role;

-- A signed-in user reads their own profile and roles.
create policy own_profile_read on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy own_roles_read on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()));

-- An administrator reads every profile and every role.
create policy admin_profiles_read on public.profiles for select to authenticated
  using ((select internal.is_admin()));
create policy admin_roles_read on public.user_roles for select to authenticated
  using ((select internal.is_admin()));

-- An administrator grants a role to any user, and takes it away.
create policy admin_roles_grant on public.user_roles for insert to authenticated
  with check ((select internal.is_admin()));
create policy admin_roles_revoke on public.user_roles for delete to authenticated
  using ((select internal.is_admin()));

-- The secret key does everything.
create policy service_profiles on public.profiles to service_role using (true) with check (true);
create policy service_roles on public.user_roles to service_role using (true) with check (true);
