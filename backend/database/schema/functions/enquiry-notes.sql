-- The name that a note is signed with. People choose their own names, and colleagues act on what they
-- read: a name that two colleagues share is marked, and a change of it is told in the activity.

-- What is left of a name when it is read in passing: without case, spaces, signs and what stands in
-- brackets, where a name could imitate the marker below.
create or replace function internal.folded_name(name text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(lower(normalize(name, nfkc)), '\([^)]*\)?', '', 'g'),
    '[[:space:][:punct:]\u00a0\u2000-\u206f\u3000]', '', 'g'
  )
$$;

-- Staff read this, and do not learn addresses from it. None once the author's account is gone: the
-- foreign key empties author_id then.
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
-- Setting author_name makes the trigger above look the name up again.
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
