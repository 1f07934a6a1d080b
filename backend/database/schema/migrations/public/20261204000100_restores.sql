-- When a backup was put back: files from before may belong to the database that was there.
create table internal.restores (
  restored_at timestamptz primary key default clock_timestamp()
);
