-- No API reads or writes these, not even with the secret key.
revoke all on internal.spam_clicks, internal.spam_adjustment
  from anon, authenticated, service_role, site_staff, site_admin;
