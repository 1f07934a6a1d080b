-- The timeline of one enquiry reads what was done to it.
create index audit_trail_record_idx on public.audit_trail (subject_id, id)
  where subject = 'enquiry';
