-- No API reads or writes these, not even with the secret key.
revoke all on internal.proven_contacts, internal.sign_up_tokens, internal.recovery_codes,
  internal.spent_oauth_codes, internal.invited_roles
  from anon, authenticated, service_role, site_staff, site_admin;
