-- Staff enter what reaches the firm by telephone, at the counter or elsewhere. `entered_via` says how,
-- and is null for what visitors sent with the form. It decides what an enquiry needs, and not who entered
-- it, because an account may be deleted.
alter table public.enquiries
  add column entered_via text
    check (entered_via in ('telephone', 'counter', 'facebook', 'email', 'recommended', 'other')),
  add column entered_by uuid references public.profiles (id) on delete set null,
  -- Kept by the database: staff do not read the profiles of others.
  add column entered_by_name text;
create index enquiries_entered_by_idx on public.enquiries (entered_by) where entered_by is not null;

-- Who rings may have no email address, and may not know the postcode.
alter table public.enquiries drop constraint enquiries_whole_or_erased;
alter table public.enquiries add constraint enquiries_whole_or_erased check (
  case
    when erased_at is not null then num_nonnulls(
      reference, name, email, phone, phone_e164, address, postcode, message, page_url, referrer,
      utm_source, utm_medium, utm_campaign, utm_term, utm_content, consent_page, filled_in_ms
    ) = 0
    when entered_via is not null
      then num_nulls(name, message) = 0 and num_nonnulls(email, phone) > 0
    else num_nulls(name, email, phone, address, message) = 0
  end
);
