-- Who sent an enquiry is recognised by a job.
create trigger queue_recognition after insert on public.enquiries
  referencing new table as added
  for each statement execute function internal.queue_recognition();
create trigger recognise_released after update of status on public.enquiries
  for each row when ((old.status = 'spam') <> (new.status = 'spam'))
  execute function internal.recognise_released();

-- A customer without an enquiry goes.
create trigger drop_empty_customers after delete on public.enquiry_customers
  referencing old table as removed
  for each statement execute function internal.drop_empty_customers();
create trigger drop_emptied_customers after update on public.enquiry_customers
  referencing old table as removed
  for each statement execute function internal.drop_empty_customers();

create trigger name_who_changed before insert or update of made_by, made_by_name
  on public.customer_changes
  for each row execute function internal.name_who_changed();
