-- The author's name on a note. Users choose their own names, and colleagues act on what they read: a
-- name that two colleagues share is marked, and a change of name is recorded in the audit trail.

-- What staff see of a colleague: the name, but no email address.
create or replace function internal.signature_of(person uuid) returns text
  language sql stable set search_path = ''
as $$
  select case
    when given is null then 'A colleague'
    when exists (
      select from public.profiles other
      join public.user_roles r on r.user_id = other.id and r.role in ('admin', 'staff')
      where other.id <> person
        and internal.folded_name(other.full_name) = internal.folded_name(given)
    ) then given || case internal.working_role(person)
      when 'admin' then ' (administrator, shared name)'
      when 'staff' then ' (staff, shared name)'
      else ' (shared name)'
    end
    else given
  end
  from (
    select (
      select internal.given_name(jsonb_build_object('full_name', full_name))
      from public.profiles where id = person
    ) as given
  ) own
  where person is not null
$$;

-- Null once the author's account is deleted: the foreign key clears author_id.
create or replace function internal.name_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.author_name := internal.signature_of(new.author_id);
  return new;
end
$$;

-- The name on notes, messages, calls, enquiries, customers, visits, review requests, views, drafts and
-- versions follows the profile only while its owner has a role: a former colleague cannot rename old
-- ones. The change is recorded with the owner as actor, whoever made it. Setting the name to null makes
-- the trigger look it up again.
create or replace function internal.rename_note_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Deleting an account clears its name; that is not a change of name.
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
  update public.enquiry_messages set author_name = null where author_id = new.id;
  update public.enquiry_contacts set author_name = null where author_id = new.id;
  update public.enquiries set assigned_name = null where assigned_to = new.id;
  update public.enquiry_visits set colleague_name = null where colleague_id = new.id;
  update public.enquiry_visits set created_by_name = null where created_by = new.id;
  update public.enquiries set entered_by_name = null where entered_by = new.id;
  update public.customer_changes set made_by_name = null where made_by = new.id;
  update public.review_requests set stopped_by_name = null where stopped_by = new.id;
  update public.saved_views set owner_name = null where owner_id = new.id;
  update public.site_drafts set updated_by_name = null where updated_by = new.id;
  update public.site_versions set published_by_name = null where published_by = new.id;
  return null;
end
$$;
