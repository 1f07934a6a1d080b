-- People choose their own names, and colleagues act on what they read. A name is bounded where it is
-- taken over, a change of it is told, and a name that two colleagues share is marked on notes.

-- The name in an account's metadata, which holds whatever its owner put there: one line of at most a
-- hundred characters, without any that are unseen or turn the direction of writing; otherwise none.
create function internal.given_name(metadata jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select nullif(btrim(left(btrim(regexp_replace(
    regexp_replace(
      metadata ->> 'full_name',
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]',
      '', 'g'
    ),
    '[\u0009-\u000d\u0020\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )), 100)), '')
  where jsonb_typeof(metadata -> 'full_name') = 'string'
$$;
revoke execute on function internal.given_name(jsonb) from public;

create or replace function internal.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, internal.given_name(new.raw_user_meta_data), new.email);
  return new;
end
$$;

create or replace function internal.update_profile_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set full_name = internal.given_name(new.raw_user_meta_data)
  where id = new.id and full_name is distinct from internal.given_name(new.raw_user_meta_data);
  return new;
end
$$;

-- 'admin', 'staff' or null: the role that gives rights.
create function internal.working_role(person uuid) returns text
  language sql stable set search_path = ''
as $$
  select min(role) from public.user_roles where user_id = person and role in ('admin', 'staff')
$$;
revoke execute on function internal.working_role(uuid) from public;

-- What is left of a name when it is read in passing: without case, spaces, signs and what stands in
-- brackets, where a name could imitate the marker below.
create function internal.folded_name(name text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(lower(normalize(name, nfkc)), '\([^)]*\)?', '', 'g'),
    '[[:space:][:punct:]\u00a0\u2000-\u206f\u3000]', '', 'g'
  )
$$;
revoke execute on function internal.folded_name(text) from public;

-- Staff read this, and do not learn addresses from it.
create or replace function internal.name_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := (
    select internal.given_name(jsonb_build_object('full_name', full_name))
    from public.profiles where id = new.author_id
  );
begin
  new.author_name := case
    when new.author_id is null then null
    when given is null then 'A colleague'
    when exists (
      select from public.profiles other
      join public.user_roles r on r.user_id = other.id and r.role in ('admin', 'staff')
      where other.id <> new.author_id
        and internal.folded_name(other.full_name) = internal.folded_name(given)
    ) then given || case internal.working_role(new.author_id)
      when 'admin' then ' (administrator, shared name)'
      when 'staff' then ' (staff, shared name)'
      else ' (shared name)'
    end
    else given
  end;
  return new;
end
$$;

-- The name on notes follows the profile's only while its owner works here: who has left does not sign
-- again. The activity tells of the change; whoever made it, it is the owner who is called otherwise.
drop trigger rename_note_author on public.profiles;
create or replace function internal.rename_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- A deleted account is emptied; that is no renaming.
  if internal.working_role(new.id) is null
    or exists (select from auth.users where id = new.id and deleted_at is not null) then
    return null;
  end if;
  insert into public.audit_trail
    (actor_id, actor, subject, subject_id, label, action, before, after)
  values (
    new.id, coalesce(old.full_name, new.email, ''), 'account', new.id, new.email, 'update',
    jsonb_build_object('full_name', old.full_name), jsonb_build_object('full_name', new.full_name)
  );
  update public.enquiry_notes set author_name = null where author_id = new.id;
  return null;
end
$$;

update public.profiles
set full_name = internal.given_name(jsonb_build_object('full_name', full_name))
where full_name is distinct from internal.given_name(jsonb_build_object('full_name', full_name));
update public.enquiry_notes set author_name = null where author_id is not null;

create trigger rename_note_author after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name)
  execute function internal.rename_note_author();
