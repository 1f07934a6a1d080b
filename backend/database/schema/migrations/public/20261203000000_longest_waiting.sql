-- Of those due at the same time, the one that came first has waited longest; what is answered stays
-- newest first. The index has the order of the dashboard's list.
drop index public.enquiries_waiting_idx;
create index enquiries_waiting_idx on public.enquiries
  (waiting_until, (case when waiting_until is not null then created_at end), created_at desc);
