-- What became of the enquiries of a period: by service, source, town and the colleague they are assigned
-- to, and altogether; and why they were lost. Runs with the caller's privileges, after a permission check.
create or replace function public.enquiry_results(
  since timestamptz, until timestamptz default now()
)
  returns jsonb
  language plpgsql stable security invoker set search_path = '' set jit = off
as $$
declare
  results jsonb;
begin
  if current_user = 'authenticated' and not internal.is_staff() then
    raise insufficient_privilege using message = 'permission denied for function enquiry_results';
  end if;
  with facts as materialized (
    select e.service, e.source, coalesce(e.town, 'Elsewhere') as town,
      coalesce(e.assigned_name, 'Nobody') as person,
      e.first_reply_at is not null as is_answered,
      e.first_reply_at <= e.reply_due as is_in_time,
      e.first_reply_at is not null or e.reply_due < now() as is_due,
      visited.enquiry_id is not null as is_visited,
      e.status,
      case when e.status = 'lost' then coalesce(nullif(btrim(e.lost_reason), ''), 'No reason given')
      end as lost_reason,
      case when e.status = 'won' then e.won_pence end as won_pence
    from public.enquiries e
    left join (
      select distinct v.enquiry_id from public.enquiry_visits v where v.state <> 'cancelled'
    ) visited on visited.enquiry_id = e.id
    where e.created_at >= since and e.created_at < until and e.status <> 'spam'
  ),
  sums as (
    select
      case grouping(service, source, town, person)
        when 7 then 'service' when 11 then 'source' when 13 then 'town' when 14 then 'person'
        else 'total'
      end as kind,
      jsonb_build_object(
        'name', coalesce(service, source, town, person, ''),
        'enquiries', count(*),
        'answered', count(*) filter (where is_answered),
        'due', count(*) filter (where is_due),
        'in_time', count(*) filter (where is_in_time),
        'visits', count(*) filter (where is_visited),
        'won', count(*) filter (where status = 'won'),
        'lost', count(*) filter (where status = 'lost'),
        'won_pence', coalesce(sum(won_pence), 0)
      ) as line,
      count(*) as enquiries,
      coalesce(service, source, town, person) as name
    from facts
    group by grouping sets ((), (service), (source), (town), (person))
  ),
  -- Typed by colleagues: capitals make no difference.
  lost as (
    select jsonb_agg(jsonb_build_object('name', name, 'count', count) order by count desc, name)
      as reasons
    from (
      select min(lost_reason) as name, count(*) as count from facts
      where lost_reason is not null group by lower(lost_reason)
      order by count(*) desc, min(lost_reason) limit 100
    ) reason
    having count(*) > 0
  ),
  lists as (
    select kind, jsonb_agg(line order by enquiries desc, name) as lines from sums group by kind
  )
  select jsonb_object_agg(kind, case kind when 'total' then lines -> 0 else lines end)
    || coalesce((select jsonb_build_object('lost_reasons', reasons) from lost), '{}')
  into results from lists;
  return results;
end
$$;
grant execute on function public.enquiry_results(timestamptz, timestamptz)
  to authenticated, service_role, site_staff;
