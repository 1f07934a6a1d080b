-- Every waiting delivery has a job.
create trigger queue_new_deliveries after insert on public.enquiry_deliveries
  referencing new table as added
  for each statement execute function internal.queue_new_deliveries();
create trigger queue_delivery_again after update of state on public.enquiry_deliveries
  for each row when (new.state = 'waiting' and old.state <> 'waiting')
  execute function internal.queue_delivery();
-- The clock of the promised answer follows what became of it.
create trigger note_answer_delivery after update of state on public.enquiry_deliveries
  for each row when (
    new.channel = 'message' and new.state in ('failed', 'delivered') and old.state <> new.state
  )
  execute function internal.note_answer_delivery();
