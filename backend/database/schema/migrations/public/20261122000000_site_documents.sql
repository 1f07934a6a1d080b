-- What the owner edits: documents by key over the files shipped with the product. Only the functions of
-- functions/site-documents.sql write here.
-- needs functions/site-limits.sql

-- A publication. `restored_from` is the version that it went back to; 0 is the site as shipped.
create table public.site_versions (
  id bigint generated always as identity primary key,
  published_at timestamptz not null default now(),
  -- Both are cleared when the account is deleted; the version stays.
  published_by uuid references public.profiles (id) on delete set null,
  -- Kept by the database, as on notes: staff do not read the profiles of others.
  published_by_name text,
  -- What changed, in words.
  summary text[] not null check (internal.is_site_summary(summary)),
  restored_from bigint check (restored_from >= 0)
);
create index site_versions_published_by_idx on public.site_versions (published_by);

-- What each publication changed: the history of every key. `shipped` is the file again, or nothing where
-- there is no file.
create table public.site_changes (
  version_id bigint not null references public.site_versions (id),
  key text not null check (internal.is_site_key(key)),
  state text not null check (state in ('edited', 'removed', 'shipped')),
  body jsonb check (internal.is_site_body(body)),
  primary key (version_id, key),
  check ((state = 'edited') = (body is not null))
);
create index site_changes_key_idx on public.site_changes (key, version_id desc);

-- The published state. A key without a row is as shipped.
create table public.site_documents (
  key text primary key check (internal.is_site_key(key)),
  state text not null check (state in ('edited', 'removed')),
  body jsonb check (internal.is_site_body(body)),
  version_id bigint not null references public.site_versions (id),
  check ((state = 'edited') = (body is not null))
);
create index site_documents_version_idx on public.site_documents (version_id);

create table public.site_drafts (
  key text primary key check (internal.is_site_key(key)),
  state text not null check (state in ('edited', 'removed', 'shipped')),
  body jsonb check (internal.is_site_body(body)),
  -- Never given twice, also not to another draft of the same key: an editor that still shows a discarded
  -- draft cannot overwrite the next one.
  revision integer not null generated always as identity,
  -- The version of the published document that it was begun from; 0 is the shipped file.
  base_version bigint not null check (base_version >= 0),
  updated_by uuid references public.profiles (id) on delete set null,
  updated_by_name text,
  updated_at timestamptz not null default now(),
  check ((state = 'edited') = (body is not null))
);
create index site_drafts_updated_by_idx on public.site_drafts (updated_by);

alter table public.site_versions enable row level security;
alter table public.site_changes enable row level security;
alter table public.site_documents enable row level security;
alter table public.site_drafts enable row level security;

-- Drafts, publications and restored versions are recorded.
alter table public.audit_trail drop constraint audit_trail_subject_check;
alter table public.audit_trail add constraint audit_trail_subject_check
  check (subject in ('role', 'review', 'enquiry', 'account', 'person', 'spam_filter', 'site'));
