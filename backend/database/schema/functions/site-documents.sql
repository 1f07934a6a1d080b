-- The only way to write site documents, drafts and versions, for signed-in callers with the role. Each
-- function asks for the role first, so that nothing of another caller's values is looked up with the
-- owner's rights. SQLSTATE PT409 is a conflict: the API answers with that status.

-- Returns the draft's new revision. `expected_revision` is the one that the caller has edited; 0 when
-- the caller knows of no draft. `read_version` is the version of the site that was edited then, null
-- being the one of today: what was published between the two is told when the draft is to be published.
create or replace function public.save_site_draft(
  key text, state text, body jsonb default null, expected_revision integer default 0,
  read_version bigint default null
) returns integer
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before public.site_drafts;
  saved integer;
begin
  perform internal.require_site_role('staff', 'save_site_draft');
  perform internal.require_site_document(
    save_site_draft.key, save_site_draft.state, save_site_draft.body
  );
  before := internal.lock_site_draft(save_site_draft.key, save_site_draft.expected_revision);
  insert into public.site_drafts as draft (key, state, body, base_version, updated_by)
  values (
    save_site_draft.key, save_site_draft.state, save_site_draft.body,
    coalesce(
      internal.site_version_at(save_site_draft.key, save_site_draft.read_version),
      internal.published_site_version(save_site_draft.key)
    ),
    auth.uid()
  )
  on conflict (key) do update set
    state = excluded.state, body = excluded.body, revision = default,
    updated_by = excluded.updated_by, updated_at = now()
  returning draft.revision into saved;
  -- Not at every save: the activity tells who worked on what, and what is to become of it.
  if before.key is null or before.updated_by is distinct from auth.uid()
    or before.state <> save_site_draft.state then
    perform internal.record_site_change(
      case when before.key is null then 'insert' else 'update' end, save_site_draft.key,
      jsonb_build_object('draft', save_site_draft.state)
    );
  end if;
  return saved;
end
$$;

create or replace function public.discard_site_draft(key text, expected_revision integer)
  returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.site_drafts;
begin
  perform internal.require_site_role('staff', 'discard_site_draft');
  draft := internal.lock_site_draft(
    discard_site_draft.key, discard_site_draft.expected_revision
  );
  if draft.key is null then
    raise sqlstate 'PT404' using message = 'There is no such draft';
  end if;
  delete from public.site_drafts where key = draft.key;
  perform internal.record_site_change(
    'delete', draft.key, jsonb_build_object('draft', draft.state)
  );
end
$$;

-- Takes over what was published meanwhile as the base of the draft: publishing then replaces it.
-- Returns the draft's new revision.
create or replace function public.rebase_site_draft(key text, expected_revision integer)
  returns integer
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.site_drafts;
  published bigint;
begin
  perform internal.require_site_role('staff', 'rebase_site_draft');
  draft := internal.lock_site_draft(rebase_site_draft.key, rebase_site_draft.expected_revision);
  if draft.key is null then
    raise sqlstate 'PT404' using message = 'There is no such draft';
  end if;
  published := internal.published_site_version(draft.key);
  update public.site_drafts set base_version = published, revision = default,
    updated_by = auth.uid(), updated_at = now()
  where key = draft.key returning revision into draft.revision;
  perform internal.record_site_change(
    'update', draft.key, jsonb_build_object('draft', draft.state, 'base_version', published)
  );
  return draft.revision;
end
$$;

-- Publishes the drafts of these keys together, at the revisions that the caller has looked at (null:
-- whatever they are now). Returns the new version.
create or replace function public.publish_site(
  keys text[], summary text[], revisions integer[] default null
) returns bigint
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  named text[];
  refused text[];
  version bigint;
begin
  perform internal.require_site_role('admin', 'publish_site');
  named := array(select distinct unnest(publish_site.keys));
  if cardinality(named) = 0 then
    raise invalid_parameter_value using message = 'Name at least one draft to publish';
  end if;
  if cardinality(publish_site.revisions) <> cardinality(publish_site.keys) then
    raise invalid_parameter_value using message = 'Name one revision for each draft';
  end if;
  perform internal.lock_site();
  refused := array(
    select wanted from unnest(named) wanted
    where not exists (select from public.site_drafts where key = wanted) order by 1
  );
  if cardinality(refused) > 0 then
    perform internal.refuse_site_keys(
      'There is no draft of %s. It was published or discarded, or never saved.', refused
    );
  end if;
  refused := array(
    select key from public.site_drafts
    where key = any (named) and base_version <> internal.published_site_version(key) order by 1
  );
  if cardinality(refused) > 0 then
    perform internal.refuse_site_keys(
      'Something else was published since these drafts were begun: %s. Nothing was published.', refused
    );
  end if;
  if publish_site.revisions is not null then
    perform internal.require_site_revisions(publish_site.keys, publish_site.revisions);
  end if;
  version := internal.add_site_version(publish_site.summary, null);
  insert into public.site_changes (version_id, key, state, body)
  select version, key, state, body from public.site_drafts where key = any (named);
  delete from public.site_drafts where key = any (named);
  perform internal.apply_site_version(version, null);
  return version;
end
$$;

-- Makes the site what it was at a version, 0 being the site as shipped, as a new version with the
-- differences. Drafts stay. Returns the new version.
create or replace function public.restore_site_version(id bigint, summary text[]) returns bigint
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted bigint;
  version bigint;
begin
  perform internal.require_site_role('admin', 'restore_site_version');
  wanted := restore_site_version.id;
  perform internal.lock_site();
  if wanted is null or wanted <> 0 and not exists (
    select from public.site_versions where id = wanted
  ) then
    raise sqlstate 'PT404' using message = 'There is no such version';
  end if;
  version := internal.add_site_version(restore_site_version.summary, wanted);
  insert into public.site_changes (version_id, key, state, body)
  select version, key, coalesce(past.state, 'shipped'), past.body
  from (
    select distinct on (key) key, state, body from public.site_changes
    where version_id <= wanted order by key, version_id desc
  ) past
  full join public.site_documents now using (key)
  where (coalesce(past.state, 'shipped'), past.body)
    is distinct from (coalesce(now.state, 'shipped'), now.body);
  if not found then
    raise sqlstate 'PT422' using message = 'The site is as it was then: there is nothing to restore';
  end if;
  perform internal.apply_site_version(version, wanted);
  return version;
end
$$;

-- Granted to the roles of the audience as well, which is how the API knows whom to refuse before it
-- calls them. The secret key reads, but every version is a person's.
grant execute on function
  public.save_site_draft(text, text, jsonb, integer, bigint), public.discard_site_draft(text, integer),
  public.rebase_site_draft(text, integer)
  to authenticated, site_staff;
grant execute on function
  public.publish_site(text[], text[], integer[]), public.restore_site_version(bigint, text[])
  to authenticated, site_admin;

-- The last version, which visitors cannot read from the table; 0 before the first.
create or replace function internal.site_version() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(max(id), 0) from public.site_versions
$$;
grant execute on function internal.site_version() to anon, authenticated, service_role, site_staff;

create or replace function internal.require_site_role(needed text, called text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if (needed = 'admin' and internal.is_admin() or needed = 'staff' and internal.is_staff()) is not true then
    raise insufficient_privilege using message = format('permission denied for function %s', called);
  end if;
end
$$;

-- The constraints of the tables again, in words for the caller, and that a document can have the key.
create or replace function internal.require_site_document(key text, state text, body jsonb)
  returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if internal.is_document_key(key) is not true then
    raise check_violation using message = 'A key is like company or pages/home: small letters, digits and dashes';
  end if;
  if state is null or state not in ('edited', 'removed', 'shipped') then
    raise check_violation using message = 'The state of a draft is edited, removed or shipped';
  end if;
  if (state = 'edited') <> (body is not null and jsonb_typeof(body) <> 'null') then
    raise check_violation using message = 'A body belongs to the state edited, and to no other';
  end if;
  if not internal.has_plain_numbers(body) then
    raise check_violation using message = 'A number in the body has too many digits';
  end if;
  if internal.is_site_body(body) is false then
    raise check_violation using message = 'The body of a document has at most 256 KB';
  end if;
end
$$;

-- One writer at a time: publishing compares drafts, documents and versions. Held until the transaction
-- ends, for milliseconds.
create or replace function internal.lock_site() returns void
  language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('internal.lock_site'))
$$;

-- The draft of a key, or a row of nulls when there is none and none was expected. Any other revision
-- than the expected one is a conflict.
create or replace function internal.lock_site_draft(wanted text, expected integer)
  returns public.site_drafts
  language plpgsql volatile set search_path = ''
as $$
declare
  draft public.site_drafts;
begin
  perform internal.lock_site();
  select * into draft from public.site_drafts d where d.key = wanted;
  if coalesce(draft.revision, 0) = coalesce(expected, 0) then
    return draft;
  end if;
  raise sqlstate 'PT409' using
    message = case
      when draft.key is null
        then format('The draft of %s is gone: it was published or discarded meanwhile.', wanted)
      else format(
        '%s saved %s at %s UTC. Nothing was overwritten.',
        coalesce(draft.updated_by_name, 'A colleague whose account is gone'), wanted,
        to_char(draft.updated_at at time zone 'UTC', 'HH24:MI "on" FMDD FMMonth YYYY')
      )
    end,
    detail = jsonb_build_object(
      'key', wanted, 'revision', coalesce(draft.revision, 0), 'updated_by', draft.updated_by,
      'updated_by_name', draft.updated_by_name, 'updated_at', draft.updated_at
    );
end
$$;

-- Staff may change a draft between an administrator's look at it and the click.
create or replace function internal.require_site_revisions(keys text[], revisions integer[])
  returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  changed constant text[] := array(
    select d.key from unnest(keys, revisions) seen (key, revision)
    join public.site_drafts d on d.key = seen.key
    where d.revision is distinct from seen.revision order by 1
  );
begin
  if cardinality(changed) > 0 then
    raise sqlstate 'PT409' using
      message = format(
        'Changed since you looked: %s. Nothing was published; the changes are shown as they are now.',
        internal.name_site_keys(changed)
      ),
      detail = jsonb_build_object('changed', changed);
  end if;
end
$$;

create or replace function internal.published_site_version(wanted text) returns bigint
  language sql stable set search_path = ''
as $$
  select coalesce((select version_id from public.site_documents where key = wanted), 0)
$$;

-- What `published_site_version` was when the site was at a version; null without one.
create or replace function internal.site_version_at(wanted text, version bigint) returns bigint
  language sql stable set search_path = ''
as $$
  select case when version is not null then coalesce((
    select case when c.state = 'shipped' then 0 else c.version_id end from public.site_changes c
    where c.key = wanted and c.version_id <= version order by c.version_id desc limit 1
  ), 0) end
$$;

create or replace function internal.refuse_site_keys(message text, keys text[]) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using
    message = format(message, internal.name_site_keys(keys)),
    detail = jsonb_build_object('keys', keys);
end
$$;

create or replace function internal.name_site_keys(keys text[]) returns text
  language sql immutable set search_path = ''
as $$
  select array_to_string(keys[:10], ', ') || case
    when cardinality(keys) > 10 then format(' and %s more', cardinality(keys) - 10) else ''
  end
$$;

create or replace function internal.add_site_version(summary text[], restored_from bigint)
  returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  version bigint;
begin
  if internal.is_site_summary(summary) is not true then
    raise check_violation using message = 'A summary has at most 200 lines of 300 characters';
  end if;
  insert into public.site_versions (published_by, summary, restored_from)
  values (auth.uid(), summary, restored_from) returning id into version;
  return version;
end
$$;

-- Brings the published documents to what the changes of a new version say.
create or replace function internal.apply_site_version(version bigint, restored_from bigint)
  returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  keys constant text[] := array(
    select c.key from public.site_changes c where c.version_id = version order by 1
  );
begin
  -- First, so that there is room for others.
  delete from public.site_documents d using public.site_changes c
  where c.version_id = version and c.key = d.key and c.state = 'shipped';
  insert into public.site_documents (key, state, body, version_id)
  select c.key, c.state, c.body, c.version_id from public.site_changes c
  where c.version_id = version and c.state <> 'shipped'
  on conflict (key) do update set
    state = excluded.state, body = excluded.body, version_id = excluded.version_id;
  -- All keys are in site_changes.
  perform internal.record_site_change('update', null, jsonb_strip_nulls(jsonb_build_object(
    'version', version, 'restored_from', restored_from, 'count', cardinality(keys),
    'keys', keys[:10]
  )));
end
$$;

-- Keys and versions, never bodies.
create or replace function internal.record_site_change(action text, key text, after jsonb)
  returns void
  language sql volatile set search_path = ''
as $$
  insert into public.audit_trail (actor_id, actor, subject, label, action, before, after)
  values (
    auth.uid(), internal.actor_name(), 'site', key, action,
    case action when 'delete' then after end, case when action <> 'delete' then after end
  )
$$;
