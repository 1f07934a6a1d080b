-- Buckets and objects as a hosted Supabase project has them, column by column, so that the same policies
-- hold on both. An object is a name in a bucket; its bytes are in the file store.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role, site_staff, site_admin;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  -- Deprecated by Supabase in favour of owner_id, and still written by its clients.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- Lists are ordered by bytes, on both engines and whatever the server's collation.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects
  to anon, authenticated, service_role;

-- What is in the file store. A row is written, or its date renewed, before the bytes are: whoever
-- removes a file that no object names locks its row, so that an upload of the same bytes waits and
-- stores them again.
create table internal.files (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  put_at timestamptz not null default clock_timestamp()
);

-- The files of an object: the picture, and a small one for lists.
create table internal.object_files (
  object_id uuid not null references storage.objects (id) on delete cascade,
  variant text not null check (variant in ('picture', 'thumbnail')),
  hash text not null references internal.files (hash),
  primary key (object_id, variant)
);
create index object_files_hash_idx on internal.object_files (hash);
