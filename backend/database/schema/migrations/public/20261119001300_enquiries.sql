-- The limits are those of schemas/enquiry.ts; a test compares the two.
-- needs functions/enquiry-columns.sql
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'visit_booked', 'quoted', 'won', 'lost', 'spam')),
  -- An erased enquiry has none of these five, see enquiries_whole_or_erased.
  name text check (char_length(name) between 2 and 100),
  email text check (char_length(email) between 3 and 255),
  phone text check (char_length(phone) between 10 and 20),
  address text check (char_length(address) between 5 and 10),
  service text not null check (
    service in ('Domestic', 'Grounds Maintenance', 'Landscaping', 'Pressure Washing', 'Other')
  ),
  message text check (char_length(message) between 10 and 1000),
  page_url text check (char_length(page_url) <= 2048),
  referrer text check (char_length(referrer) <= 2048),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  utm_term text check (char_length(utm_term) <= 255),
  utm_content text check (char_length(utm_content) <= 255),
  -- To say on the telephone.
  reference text unique default internal.new_reference()
    check (reference ~ '^[0-9B-Y]{3}-[0-9B-Y]{3}$'),
  -- Numbers and postcodes in one spelling.
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  postcode text check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
  town text check (char_length(town) <= 100),
  spam_reasons text[] not null default '{}',
  consent_version text check (char_length(consent_version) <= 50),
  consent_at timestamptz,
  consent_page text check (char_length(consent_page) <= 2048),
  -- How long the form was open before it was sent, as its script counted.
  filled_in_ms integer check (filled_in_ms >= 0),
  erased_at timestamptz,
  -- By when an answer is promised.
  reply_due timestamptz not null
    generated always as (internal.reply_due(created_at)) stored,
  -- Only until there is an answer: sorted by this, what is late stands first.
  waiting_until timestamptz
    generated always as (case when status = 'new' then internal.reply_due(created_at) end) stored,
  first_reply_at timestamptz,
  lost_reason text check (char_length(lost_reason) <= 500),
  -- A visitor who came from a page of our own came directly.
  source text not null generated always as (
    case
      when erased_at is not null then 'unknown'
      when utm_source <> '' then lower(utm_source)
      when referrer ~* '^https?://[^/]'
        and substring(lower(referrer) from '^https?://([^/?#]+)')
          is distinct from substring(lower(page_url) from '^https?://([^/?#]+)')
        then substring(lower(referrer) from '^https?://(?:www\.)?([^/?#:]+)')
      else 'direct'
    end
  ) stored,
  -- One text to search in.
  search_text text not null generated always as (
    lower(
      coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || replace(coalesce(phone, ''), ' ', '') || ' ' || coalesce(phone_e164, '') || ' '
      || coalesce(address, '') || ' ' || coalesce(postcode, '') || ' ' || coalesce(town, '') || ' '
      || coalesce(reference, '') || ' ' || coalesce(message, '')
    )
  ) stored,
  -- An erased enquiry is a count: when, which service, which town, how it ended.
  constraint enquiries_whole_or_erased check (
    case when erased_at is null
      then num_nulls(name, email, phone, address, message) = 0
      else num_nonnulls(
        reference, name, email, phone, phone_e164, address, postcode, message, page_url, referrer,
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, consent_page, filled_in_ms
      ) = 0
    end
  )
);
alter table public.enquiries enable row level security;

-- All that the charts count stands in the index, so that weeks which are not over are counted without
-- reading what visitors wrote.
create index enquiries_created_at_idx on public.enquiries (created_at desc)
  include (status, service, source, town, first_reply_at, reply_due);
create index enquiries_email_idx on public.enquiries (lower(email));
create index enquiries_phone_idx on public.enquiries (phone_e164);
create index enquiries_message_idx on public.enquiries (md5(message));

-- The list of the dashboard: what waits, by name, and per filter, newest first. A filter that few
-- enquiries pass would otherwise read them all.
create index enquiries_waiting_idx on public.enquiries (waiting_until, created_at desc);
create index enquiries_status_idx on public.enquiries (status, created_at desc);
create index enquiries_name_idx on public.enquiries (name, id);
create index enquiries_source_idx on public.enquiries (source, created_at desc);
create index enquiries_town_idx on public.enquiries (town, service, created_at desc);

-- Any part of any word is found by an index of the letters in groups of three where the engine has one.
-- The embedded engine does not, and reads row by row.
do $$
declare
  home text;
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    return;
  end if;
  begin
    create extension if not exists pg_trgm with schema internal;
  exception when insufficient_privilege then
    raise notice 'pg_trgm may not be created here: searching enquiries stays slow';
    return;
  end;
  select n.nspname into home
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format(
    'create index enquiries_search_idx on public.enquiries using gin (search_text %I.gin_trgm_ops)',
    home
  );
end
$$;
-- So that the planner tells a rare word from a common one: the index for the one, for the other the
-- newest until the page is full.
alter table public.enquiries alter column search_text set statistics 500;

-- The same form sent twice is one enquiry: what was sent, as a hash, and what became of it.
create table internal.enquiry_keys (
  key bytea primary key,
  -- Checked at the end, because the key is taken before the enquiry is written.
  enquiry_id uuid not null
    references public.enquiries (id) on delete cascade deferrable initially deferred,
  expires_at timestamptz not null
);
create index enquiry_keys_enquiry_idx on internal.enquiry_keys (enquiry_id);
