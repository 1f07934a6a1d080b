-- The list of mails, newest first, of all states or of one; and what is in trouble, for the banner.
create index enquiry_deliveries_created_idx on public.enquiry_deliveries (created_at desc);
create index enquiry_deliveries_state_idx on public.enquiry_deliveries (state, created_at desc);
create index enquiry_deliveries_held_up_idx on public.enquiry_deliveries (created_at)
  where tries >= 2 and state in ('waiting', 'failed');
-- Failed ones are found by their state.
drop index public.enquiry_deliveries_failed_idx;
