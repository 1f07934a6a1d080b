-- The audit trail is append-only, except for redaction.
create trigger refuse_rewriting before update or delete or truncate on public.audit_trail
  for each statement execute function internal.refuse_rewriting();
create trigger refuse_other_facts before update on public.audit_trail
  for each row when (
    (old.id, old.happened_at, old.actor_id, old.subject, old.subject_id, old.action)
      is distinct from
      (new.id, new.happened_at, new.actor_id, new.subject, new.subject_id, new.action)
  )
  execute function internal.refuse_other_facts();
