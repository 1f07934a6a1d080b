-- Writes the audit trail (the dashboard's activity), and keeps it append-only.

create or replace function internal.actor_name() returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select coalesce(nullif(full_name, ''), email) from public.profiles where id = auth.uid()),
    auth.role(), 'server'
  )
$$;

-- Arguments: the subject, then the columns to record. Columns that may hold a visitor's text are
-- never among them, because rows here are not deleted.
create or replace function internal.record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_any constant jsonb := coalesce(row_after, row_before);
  kept_before jsonb;
  kept_after jsonb;
  subject_id uuid := (row_any ->> 'id')::uuid;
  label text := coalesce(row_any ->> 'author_name', row_any ->> 'service');
begin
  select jsonb_object_agg(key, row_before -> key), jsonb_object_agg(key, row_after -> key)
  into kept_before, kept_after
  from unnest(tg_argv[1:]) key;
  if tg_op = 'UPDATE' then
    if kept_before = kept_after then
      return null;
    end if;
    -- Only the changed columns.
    select jsonb_object_agg(key, row_before -> key), jsonb_object_agg(key, row_after -> key)
    into kept_before, kept_after
    from unnest(tg_argv[1:]) key
    where row_before -> key is distinct from row_after -> key;
  end if;
  if tg_argv[0] = 'role' then
    subject_id := (row_any ->> 'user_id')::uuid;
    select email into label from public.profiles where id = (row_any ->> 'user_id')::uuid;
  end if;
  if tg_argv[0] = 'view' then
    label := row_any ->> 'name';
  end if;
  insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, before, after)
  values (
    auth.uid(), internal.actor_name(), tg_argv[0], subject_id, label, lower(tg_op),
    case when row_before is not null then kept_before end,
    case when row_after is not null then kept_after end
  );
  return null;
end
$$;

-- Append-only, with one exception: when a person is erased, their address and number are redacted.
-- The actor, the record and the time stay as written.
create or replace function internal.refuse_rewriting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('internal.redacting', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit trail can only be added to';
end
$$;

create or replace function internal.refuse_other_facts() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit trail can only be added to';
end
$$;
