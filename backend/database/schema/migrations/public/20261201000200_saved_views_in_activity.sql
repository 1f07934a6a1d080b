-- Views that colleagues share are in the audit trail.
alter table public.audit_trail drop constraint audit_trail_subject_check;
alter table public.audit_trail add constraint audit_trail_subject_check check (
  subject in (
    'role', 'review', 'enquiry', 'account', 'person', 'spam_filter', 'site', 'mail_server', 'view'
  )
);
