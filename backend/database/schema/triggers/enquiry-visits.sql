create trigger name_visit_people
  before insert or update of colleague_id, colleague_name, created_by, created_by_name
  on public.enquiry_visits
  for each row execute function internal.name_visit_people();

-- Triggers run in order of name: this one after the name, which its message gives.
create trigger refuse_overlapping_visit
  before insert or update of colleague_id, starts_at, minutes, state on public.enquiry_visits
  for each row when (new.state = 'booked' and new.colleague_id is not null)
  execute function internal.refuse_overlapping_visit();

create trigger record_visit_booked after insert on public.enquiry_visits
  for each row execute function internal.record_visit();
create trigger record_visit_changed after update on public.enquiry_visits
  for each row when (
    (old.state, old.starts_at, old.minutes, old.colleague_id)
      is distinct from (new.state, new.starts_at, new.minutes, new.colleague_id)
  )
  execute function internal.record_visit();
