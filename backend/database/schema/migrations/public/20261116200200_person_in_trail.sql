-- The trail tells when one person's data was handed over or erased, in numbers only.
alter table public.audit_trail
  drop constraint audit_trail_subject_check,
  add constraint audit_trail_subject_check
    check (subject in ('role', 'review', 'enquiry', 'account', 'person')),
  drop constraint audit_trail_action_check,
  add constraint audit_trail_action_check
    check (action in ('insert', 'update', 'delete', 'export'));

-- Rows are only ever added, with one exception: when a person is erased, their address and number are
-- taken out of the words. Who did what to which record, and when, stays as it was written.
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

create function internal.refuse_other_facts() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit trail can only be added to';
end
$$;
create trigger refuse_other_facts before update on public.audit_trail
  for each row when (
    (old.id, old.happened_at, old.actor_id, old.subject, old.subject_id, old.action)
      is distinct from
      (new.id, new.happened_at, new.actor_id, new.subject, new.subject_id, new.action)
  )
  execute function internal.refuse_other_facts();
