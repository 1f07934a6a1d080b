-- What the dashboard needs to work through enquiries: by when each is promised an answer, when it got
-- one, where it came from, why it was lost, and one text to search in.

-- The rule of content/reply-promise.ts; a test compares the two. PostgreSQL takes a change of time
-- zone by name for immutable, and so can a generated column.
create function internal.reply_due(received timestamptz) returns timestamptz
  language plpgsql immutable set search_path = ''
as $$
declare
  due constant timestamptz := received + interval '24 hours';
  day date;
  weekday int;
  opens timestamptz;
  closes timestamptz;
  candidate timestamptz;
  next_opening timestamptz;
begin
  for ahead in 0..4 loop
    day := ((received + ahead * interval '24 hours') at time zone 'Europe/London')::date;
    weekday := extract(isodow from day);
    continue when weekday = 7;
    opens := (day + case weekday when 6 then time '09:00' else time '08:00' end)
      at time zone 'Europe/London';
    closes := (day + case weekday when 6 then time '16:00' else time '18:00' end)
      at time zone 'Europe/London';
    if opens < due then
      candidate := least(closes, due);
    elsif next_opening is null then
      next_opening := opens;
    end if;
  end loop;
  if candidate - received >= interval '4 hours' then
    return candidate;
  end if;
  return coalesce(next_opening + interval '2 hours', due);
end
$$;
-- Generated columns are worked out with the rights of whoever writes the row.
grant execute on function internal.reply_due(timestamptz) to authenticated, service_role;

alter table public.enquiries
  add column reply_due timestamptz not null
    generated always as (internal.reply_due(created_at)) stored,
  -- Only while nobody has answered: sorted by this, what is late stands first.
  add column waiting_until timestamptz
    generated always as (case when status = 'new' then internal.reply_due(created_at) end) stored,
  add column first_reply_at timestamptz,
  add column lost_reason text check (char_length(lost_reason) <= 500),
  -- A visitor who came from a page of our own came directly.
  add column source text not null generated always as (
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
  add column search_text text not null generated always as (
    lower(
      coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || replace(coalesce(phone, ''), ' ', '') || ' ' || coalesce(phone_e164, '') || ' '
      || coalesce(address, '') || ' ' || coalesce(postcode, '') || ' ' || coalesce(town, '') || ' '
      || coalesce(reference, '') || ' ' || coalesce(message, '')
    )
  ) stored;
create index enquiries_waiting_idx on public.enquiries (waiting_until, created_at desc);
create index enquiries_status_idx on public.enquiries (status, created_at desc);

grant update (lost_reason) on public.enquiries to authenticated;

-- The first time that an enquiry leaves New counts as its first answer, whoever moves it and how.
create function internal.note_first_reply() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.first_reply_at := now();
  return new;
end
$$;

create trigger note_first_reply before update of status on public.enquiries
  for each row
  when (old.status = 'new' and new.status not in ('new', 'spam') and new.first_reply_at is null)
  execute function internal.note_first_reply();

-- Notes of staff about an enquiry. They are never changed, and go with the enquiry.
create table public.enquiry_notes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (char_length(btrim(body)) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index enquiry_notes_enquiry_idx on public.enquiry_notes (enquiry_id, created_at);

alter table public.enquiry_notes enable row level security;
revoke all on public.enquiry_notes from anon, authenticated;
grant select, delete on public.enquiry_notes to authenticated;
grant insert (enquiry_id, body) on public.enquiry_notes to authenticated;
grant all on public.enquiry_notes to service_role;

-- An administrator reads every note.
create policy admin_notes_read on public.enquiry_notes for select to authenticated
  using ((select internal.is_admin()));
-- An administrator writes notes in their own name.
create policy admin_notes_add on public.enquiry_notes for insert to authenticated
  with check ((select internal.is_admin()) and author_id = (select auth.uid()));
-- An administrator takes back a note of their own.
create policy own_notes_delete on public.enquiry_notes for delete to authenticated
  using ((select internal.is_admin()) and author_id = (select auth.uid()));

-- The secret key does everything.
create policy service_notes on public.enquiry_notes to service_role using (true) with check (true);

-- The figures behind the charts, counted where the rows are. With the caller's own rights: whoever
-- may not read enquiries counts none.
create function public.enquiry_figures(since timestamptz, until timestamptz default now())
  returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  with counted as (
    select service, source, coalesce(town, 'Elsewhere') as town, created_at, first_reply_at,
      reply_due,
      to_char(date_trunc('week', created_at at time zone 'Europe/London'), 'YYYY-MM-DD') as week
    from public.enquiries
    where created_at >= since and created_at < until and status <> 'spam'
  )
  select jsonb_build_object(
    'total', (select count(*) from counted),
    'weeks', (
      select coalesce(jsonb_agg(w order by w.week, w.service), '[]')
      from (select week, service, count(*) as count from counted group by 1, 2) w
    ),
    'sources', (
      select coalesce(jsonb_agg(s order by s.count desc, s.name), '[]')
      from (select source as name, count(*) as count from counted group by 1) s
    ),
    'towns', (
      select coalesce(jsonb_agg(t order by t.count desc, t.name), '[]')
      from (select town as name, count(*) as count from counted group by 1) t
    ),
    'replies', (
      select jsonb_build_object(
        'in_time', count(*) filter (where first_reply_at <= reply_due),
        'late', count(*) filter (where first_reply_at > reply_due),
        'waiting', count(*) filter (where first_reply_at is null and reply_due >= now()),
        'overdue', count(*) filter (where first_reply_at is null and reply_due < now()),
        'median_hours', round((percentile_cont(0.5) within group (
          order by extract(epoch from first_reply_at - created_at) / 3600
        ) filter (where first_reply_at is not null))::numeric, 1)
      ) from counted
    )
  )
$$;
grant execute on function public.enquiry_figures(timestamptz, timestamptz)
  to authenticated, service_role;
