-- The which of its customer's enquiries each is, with the caller's privileges. Read it for a page of
-- enquiries: it counts per row.
create view public.enquiry_standings with (security_invoker = true) as
  select own.enquiry_id, own.customer_id, standing.place, standing.enquiries, standing.won
  from public.enquiry_customers own
  join public.enquiries e on e.id = own.enquiry_id
  cross join lateral (
    select count(*) filter (where (other.created_at, other.id) <= (e.created_at, e.id)) as place,
      count(*) as enquiries, count(*) filter (where other.status = 'won') as won
    from public.enquiry_customers l join public.enquiries other on other.id = l.enquiry_id
    where l.customer_id = own.customer_id
  ) standing;

-- All enquiries of a customer.
create view public.customer_enquiries with (security_invoker = true) as
  select l.customer_id, e.*,
    (select count(*) from public.enquiry_notes n where n.enquiry_id = e.id) as notes
  from public.enquiry_customers l join public.enquiries e on e.id = l.enquiry_id;

-- Customers who may be the same person: they share a number, an address, or a name with a postcode, and
-- staff have not split them. Each number, address and name once: a customer may have a thousand enquiries.
create view public.customer_matches with (security_invoker = true) as
  select distinct alike.customer_id, alike.other_id, alike.matched_by
  from (
    select own.customer_id, other.customer_id as other_id, 'phone' as matched_by
    from (
      select distinct l.customer_id, e.phone_e164
      from public.enquiry_customers l join public.enquiries e on e.id = l.enquiry_id
    ) own
    join public.enquiries same on same.phone_e164 = own.phone_e164
    join public.enquiry_customers other on other.enquiry_id = same.id
    union all
    select own.customer_id, other.customer_id, 'email'
    from (
      select distinct l.customer_id, lower(e.email) as email
      from public.enquiry_customers l join public.enquiries e on e.id = l.enquiry_id
    ) own
    join public.enquiries same on lower(same.email) = own.email
    join public.enquiry_customers other on other.enquiry_id = same.id
    union all
    select own.customer_id, other.customer_id, 'name'
    from (
      select distinct l.customer_id, e.postcode, nullif(internal.folded_name(e.name), '') as name
      from public.enquiry_customers l join public.enquiries e on e.id = l.enquiry_id
    ) own
    join public.enquiries same on same.postcode = own.postcode
      and internal.folded_name(same.name) = own.name
    join public.enquiry_customers other on other.enquiry_id = same.id
  ) alike
  where alike.other_id <> alike.customer_id and not exists (
    select from public.customer_changes s
    where s.kind = 'split' and s.undone_at is null
      and ((s.customer_id, s.other_id) = (alike.customer_id, alike.other_id)
        or (s.customer_id, s.other_id) = (alike.other_id, alike.customer_id))
  );

revoke all on public.enquiry_standings, public.customer_enquiries, public.customer_matches
  from anon, authenticated, service_role;
grant select on public.enquiry_standings, public.customer_enquiries, public.customer_matches
  to authenticated, site_staff;
