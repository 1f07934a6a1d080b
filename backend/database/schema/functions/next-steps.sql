-- Who works on an enquiry, and the version that two people who change it at once go by.

-- Null once the colleague's account is deleted: the foreign key clears assigned_to.
create or replace function internal.name_assignee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.assigned_to is not null
    and (tg_op = 'INSERT' or old.assigned_to is distinct from new.assigned_to)
    and internal.working_role(new.assigned_to) is null then
    raise check_violation using message = 'An enquiry can only be assigned to a colleague';
  end if;
  new.assigned_name := internal.signature_of(new.assigned_to);
  return new;
end
$$;

create or replace function internal.raise_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  new.changed_by := auth.uid();
  return new;
end
$$;

-- Who has a role and can sign in.
create or replace function internal.working_colleagues() returns setof uuid
  language sql stable set search_path = ''
as $$
  select u.id from auth.users u
  where u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    and internal.has_own_provider(u)
    and exists (
      select from public.user_roles r where r.user_id = u.id and r.role in ('admin', 'staff')
    )
$$;

-- Whom an enquiry can be assigned to. Staff do not read the profiles of others: names only.
create or replace function public.colleagues() returns table (id uuid, name text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function colleagues';
  end if;
  return query
    select p.id, internal.signature_of(p.id)
    from public.profiles p where p.id in (select internal.working_colleagues())
    order by 2, 1;
end
$$;
grant execute on function public.colleagues() to authenticated, site_staff;
