-- Everything that happened to an enquiry, oldest first: one object per event, with its time, its kind
-- and who did it. A further kind is a further part of the union, and a line in the dashboard.
-- Security definer because staff do not read the audit trail: of it they see the changes of this
-- enquiry, with the names that colleagues see instead of addresses.
create or replace function public.enquiry_timeline(enquiry uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not internal.is_staff() and auth.role() is distinct from 'service_role' then
    raise insufficient_privilege using message = 'permission denied for function enquiry_timeline';
  end if;
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('at', at, 'kind', kind, 'who', who) || facts order by at, rank, key
    ), '[]')
    from (
      select e.created_at as at, 0 as rank, 'arrival' as kind, null as who, e.id::text as key,
        jsonb_build_object('source', e.source) as facts
      from public.enquiries e where e.id = enquiry
      union all
      select e.created_at, 1, 'verdict', null, e.id::text,
        jsonb_build_object('verdict', e.verdict, 'reasons', to_jsonb(e.spam_reasons))
      from public.enquiries e where e.id = enquiry and e.verdict in ('doubtful', 'spam')
      union all
      select min(o.created_at), 2, 'photos', null, min(o.name),
        jsonb_build_object('count', count(*))
      from storage.objects o
      where o.bucket_id = 'enquiry-photos' and o.name collate "C" >= enquiry || '/'
        and o.name collate "C" < enquiry || '0'
      -- Those of one upload are one event.
      group by date_trunc('minute', o.created_at)
      union all
      select coalesce(d.delivered_at, d.created_at), 3, 'delivery', null, d.channel,
        jsonb_build_object('delivery', internal.delivery_facts(d))
      from public.enquiry_deliveries d where d.enquiry_id = enquiry and d.message_id is null
      union all
      select a.happened_at, 4, 'status', internal.timeline_actor(a), a.id::text,
        jsonb_build_object('before', a.before ->> 'status', 'after', a.after ->> 'status')
      from public.audit_trail a
      where a.subject = 'enquiry' and a.subject_id = enquiry and a.after ? 'status'
      union all
      select a.happened_at, 4, 'sent_again', internal.timeline_actor(a), a.id::text,
        jsonb_build_object('channel', a.after ->> 'sent_again')
      from public.audit_trail a
      where a.subject = 'enquiry' and a.subject_id = enquiry and a.after ? 'sent_again'
      union all
      select a.happened_at, 5, case when a.after ? 'visit' then 'visit' else 'step' end,
        internal.timeline_actor(a), a.id::text,
        jsonb_build_object('before', a.before, 'after', a.after)
      from public.audit_trail a
      where a.subject = 'enquiry' and a.subject_id = enquiry
        and a.after ?| array[
          'visit', 'assigned_to', 'follow_up_on', 'quote_pence', 'won_pence', 'corrected'
        ]
      union all
      select m.created_at, 5, 'message', m.author_name, m.id::text,
        jsonb_build_object(
          'id', m.id, 'about', m.kind, 'subject', m.subject, 'body', m.body,
          'colleague', internal.signature_of(m.colleague_id),
          'delivery', (
            select internal.delivery_facts(d) from public.enquiry_deliveries d
            where d.message_id = m.id
          ),
          'files', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', f.id, 'name', f.name, 'size', f.size
            ) order by a.position), '[]')
            from public.answer_attachments a join public.answer_files f on f.id = a.file_id
            where a.message_id = m.id
          )
        )
      from public.enquiry_messages m where m.enquiry_id = enquiry
      union all
      select case r.state when 'skipped' then r.ended_at else r.won_at end, 5, 'review_request',
        null, r.enquiry_id::text,
        jsonb_build_object('state', case r.state when 'skipped' then 'skipped' else 'planned' end,
          'due_at', r.due_at, 'reason', case r.state when 'skipped' then r.reason end)
      from public.review_requests r where r.enquiry_id = enquiry
      union all
      select coalesce(r.declined_at, r.ended_at), 5, 'review_request', r.stopped_by_name,
        r.enquiry_id::text,
        jsonb_build_object('state', 'stopped', 'due_at', r.due_at,
          'reason', coalesce(r.reason, 'link_used'))
      from public.review_requests r
      where r.enquiry_id = enquiry and (r.state = 'stopped' or r.declined_at is not null)
      union all
      select c.created_at, 6, c.kind, c.author_name, c.id::text,
        jsonb_build_object(
          'id', c.id, 'outcome', c.outcome, 'is_own', c.author_id is not distinct from auth.uid()
        )
      from public.enquiry_contacts c where c.enquiry_id = enquiry
      union all
      select n.created_at, 7, 'note', n.author_name, n.id::text,
        jsonb_build_object('id', n.id, 'body', n.body)
      from public.enquiry_notes n where n.enquiry_id = enquiry
    ) events
  );
end
$$;
grant execute on function public.enquiry_timeline(uuid) to authenticated, service_role, site_staff;

create or replace function internal.delivery_facts(delivery public.enquiry_deliveries) returns jsonb
  language sql stable set search_path = ''
as $$
  select to_jsonb(delivery) - array['enquiry_id', 'message_id', 'created_at']
$$;

-- The name that colleagues see; none for the server and the secret key.
create or replace function internal.timeline_actor(entry public.audit_trail) returns text
  language sql stable set search_path = ''
as $$
  select case when entry.actor_id is not null then internal.signature_of(entry.actor_id) end
$$;
