-- The last try failed because the receiver was away, not because of this job: when another job of its
-- kind is done, the receiver is back, and this one need not wait for the rest of its hours.
alter table internal.jobs add column receiver_away boolean not null default false;
