-- What the company needs beyond the form's fields: a reference to say on the telephone, numbers and
-- postcodes in one spelling, proof of consent, why something is taken for spam.
create function internal.new_reference() returns text
  language sql volatile set search_path = ''
as $$
  -- No vowels, so that no words come out, and nothing that is misheard or misread.
  select string_agg(
    case when place = 4 then '-'
      else substr('2346789BCDFGHJKMPQRTVWXY', 1 + floor(random() * 24)::int, 1) end, '')
  from generate_series(1, 7) as place
$$;
grant execute on function internal.new_reference() to service_role;

alter table public.enquiries
  add column reference text unique default internal.new_reference()
    check (reference ~ '^[0-9B-Y]{3}-[0-9B-Y]{3}$'),
  add column phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  add column postcode text check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
  add column town text check (char_length(town) <= 100),
  add column spam_reasons text[] not null default '{}',
  add column consent_version text check (char_length(consent_version) <= 50),
  add column consent_at timestamptz,
  add column consent_page text check (char_length(consent_page) <= 2048),
  -- How long the form was open before it was sent, as its script counted.
  add column filled_in_ms integer check (filled_in_ms >= 0),
  add column erased_at timestamptz,
  -- An erased enquiry is a count: when, which service, which town, how it ended.
  alter column name drop not null,
  alter column email drop not null,
  alter column phone drop not null,
  alter column address drop not null,
  alter column message drop not null,
  add constraint enquiries_whole_or_erased check (
    case when erased_at is null
      then num_nulls(name, email, phone, address, message) = 0
      else num_nonnulls(
        reference, name, email, phone, phone_e164, address, postcode, message, page_url, referrer,
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, consent_page, filled_in_ms
      ) = 0
    end
  );
create index enquiries_email_idx on public.enquiries (lower(email));
create index enquiries_phone_idx on public.enquiries (phone_e164);
create index enquiries_message_idx on public.enquiries (md5(message));

-- The same form sent twice is one enquiry: what was sent, as a hash, and what became of it.
create table internal.enquiry_keys (
  key bytea primary key,
  -- Checked at the end, because the key is taken before the enquiry is written.
  enquiry_id uuid not null
    references public.enquiries (id) on delete cascade deferrable initially deferred,
  expires_at timestamptz not null
);
create index enquiry_keys_enquiry_idx on internal.enquiry_keys (enquiry_id);
