-- What each backup holds, and whether it could be restored when it was tried. Until it was, there is
-- no time; a check that failed says why, and is made again.
alter table internal.backups
  add column enquiries bigint check (enquiries >= 0),
  add column reviews bigint check (reviews >= 0),
  add column accounts bigint check (accounts >= 0),
  add column checked_at timestamptz,
  add column check_error text;
