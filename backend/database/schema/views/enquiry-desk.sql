-- The enquiry list of the dashboard, with the caller's privileges.
create view public.enquiry_desk with (security_invoker = true) as
  select e.*, lower(e.email) as email_key,
    -- As in the index of those that wait.
    case when e.waiting_until is not null then e.created_at end as waiting_since
  from public.enquiries e;
revoke all on public.enquiry_desk from anon, authenticated, service_role;
grant select on public.enquiry_desk to authenticated, site_staff;
