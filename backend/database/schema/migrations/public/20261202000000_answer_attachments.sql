-- Files that the office attaches to its answers. The bytes are an object of the bucket below, under the
-- id of the row; an answer to several enquiries names the same file in each of its messages.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'answer-files', 'answer-files', false, 5000000,
  array['application/pdf', 'image/jpeg', 'image/png', 'image/webp']
)
on conflict do nothing;

-- A document is stored as it came, and has no thumbnail.
alter table internal.object_files
  drop constraint object_files_variant_check,
  add constraint object_files_variant_check
    check (variant in ('picture', 'thumbnail', 'document'));

create table public.answer_files (
  -- Chosen by the dashboard: an upload that is tried again is stored once.
  id uuid primary key,
  -- Null: for an answer to several.
  enquiry_id uuid references public.enquiries (id) on delete cascade,
  uploader_id uuid references public.profiles (id) on delete set null,
  name text not null check (
    char_length(name) between 1 and 120 and name !~ '[[:cntrl:]/\\]'
  ),
  content_type text not null check (
    content_type in ('application/pdf', 'image/jpeg', 'image/webp')
  ),
  size int not null check (size > 0),
  created_at timestamptz not null default now()
);
create index answer_files_enquiry_idx on public.answer_files (enquiry_id);
create index answer_files_uploader_idx on public.answer_files (uploader_id);
create index answer_files_created_idx on public.answer_files (created_at);

create table public.answer_attachments (
  message_id uuid not null references public.enquiry_messages (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  file_id uuid not null references public.answer_files (id),
  primary key (message_id, position),
  unique (message_id, file_id)
);
create index answer_attachments_file_idx on public.answer_attachments (file_id);

alter table public.answer_files enable row level security;
alter table public.answer_attachments enable row level security;
