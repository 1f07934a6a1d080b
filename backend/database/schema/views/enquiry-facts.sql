-- The facts about an enquiry that the charts count, with the caller's privileges.
create view internal.enquiry_facts with (security_invoker = true) as
  select created_at, service, source, coalesce(town, 'Elsewhere') as town,
    case
      when first_reply_at <= reply_due then 'in_time'
      when first_reply_at is not null then 'late'
      when reply_due >= now() then 'waiting'
      else 'overdue'
    end as reply,
    internal.reply_hours(first_reply_at - created_at) as hours
  from public.enquiries
  where status <> 'spam';
grant select on internal.enquiry_facts to authenticated, service_role, site_staff;
