-- How much each caller has used of each limit. One moment per row says it all: when the bucket will
-- be full again. Unlogged: after a crash every caller starts afresh, and a check costs no fsync.
create unlogged table internal.rate_limits (
  bucket text not null,
  key text not null,
  full_at timestamptz not null,
  primary key (bucket, key)
);
create index rate_limits_full_at_idx on internal.rate_limits (full_at);
