-- Two more ways in which a delivery ends. `in_outbox`: the mail was written to the outbox because no
-- mail server is set up, so nobody has received it. `cancelled`: the enquiry was erased before it was
-- sent.
alter table public.enquiry_deliveries
  drop constraint enquiry_deliveries_state_check,
  add constraint enquiry_deliveries_state_check check (
    state in ('waiting', 'withheld', 'in_outbox', 'delivered', 'failed', 'cancelled')
  );

-- Erasing used to leave these without a job and called them on their way.
update public.enquiry_deliveries delivery
set state = 'cancelled', next_try_at = null, last_error = null
from public.enquiries enquiry
where enquiry.id = delivery.enquiry_id and enquiry.erased_at is not null
  and delivery.state in ('waiting', 'withheld', 'failed');
