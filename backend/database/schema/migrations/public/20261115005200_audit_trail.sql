-- Who changed which role, review or enquiry, when, from what to what. Rows are only ever added.
create table public.audit_trail (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  -- Nobody when the server or the secret key did it; the name stays when the account goes.
  actor_id uuid,
  actor text not null,
  subject text not null check (subject in ('role', 'review', 'enquiry', 'account')),
  subject_id uuid,
  label text,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
create index audit_trail_subject_idx on public.audit_trail (subject, id desc);

create function internal.actor_name() returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select coalesce(nullif(full_name, ''), email) from public.profiles where id = auth.uid()),
    auth.role(), 'server'
  )
$$;

-- Arguments: the subject, then the columns that are kept. Columns that may hold what a visitor wrote
-- are never among them, because nothing here can be erased.
create function internal.record_change() returns trigger
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
    -- Only what differs.
    select jsonb_object_agg(key, row_before -> key), jsonb_object_agg(key, row_after -> key)
    into kept_before, kept_after
    from unnest(tg_argv[1:]) key
    where row_before -> key is distinct from row_after -> key;
  end if;
  if tg_argv[0] = 'role' then
    subject_id := (row_any ->> 'user_id')::uuid;
    select email into label from public.profiles where id = (row_any ->> 'user_id')::uuid;
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

create trigger record_change after insert or update or delete on public.user_roles
  for each row execute function internal.record_change('role', 'role');
create trigger record_change after insert or update or delete on public.google_reviews
  for each row execute function internal.record_change(
    'review', 'author_name', 'rating', 'review_text', 'author_image', 'time_posted', 'is_featured'
  );
create trigger record_change after update of status on public.enquiries
  for each row execute function internal.record_change('enquiry', 'status');

create function internal.refuse_rewriting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit trail can only be added to';
end
$$;

create trigger refuse_rewriting before update or delete or truncate on public.audit_trail
  for each statement execute function internal.refuse_rewriting();

alter table public.audit_trail enable row level security;
revoke all on public.audit_trail from anon, authenticated, service_role;
grant select on public.audit_trail to authenticated, service_role;

-- An administrator reads what was done.
create policy admin_trail_read on public.audit_trail for select to authenticated
  using ((select internal.is_admin()));
-- So does the secret key.
create policy service_trail_read on public.audit_trail for select to service_role using (true);
