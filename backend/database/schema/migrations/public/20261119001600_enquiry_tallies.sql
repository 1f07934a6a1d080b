-- The figures of all time without reading every enquiry: weeks that are over are counted once and kept.
-- Nothing is added up while enquiries arrive or move, so no request waits for a counter and no change
-- can be lost: a change to an enquiry of such a week leaves a mark, in the same transaction, and a week
-- with a mark is counted from its rows until the job queue has counted it again.
--
-- Unlogged: after a crash all of this is empty together, and every week is counted from its rows.
create unlogged table internal.tallied_weeks (
  -- Its Monday, in London.
  week date primary key,
  tallied_at timestamptz not null default now()
);
create unlogged table internal.enquiry_tallies (
  week date not null,
  kind text not null check (kind in ('service', 'source', 'town', 'reply', 'hours')),
  name text not null,
  count bigint not null,
  primary key (week, kind, name)
);
-- Changes to enquiries only ever add to it: two of them never meet here.
create unlogged table internal.stale_weeks (week date not null);
create index stale_weeks_week_idx on internal.stale_weeks (week);

alter table internal.tallied_weeks enable row level security;
alter table internal.enquiry_tallies enable row level security;
alter table internal.stale_weeks enable row level security;
