-- Instances are upgraded one after the other: one of the version before still refreshes people's own
-- sessions while another has made the function that knows of programs.
create function internal.refresh_session(
  wanted text,
  child text,
  moment timestamptz,
  agent text,
  address inet,
  reuse_seconds double precision,
  audit_ids uuid[]
) returns json
  language sql volatile set search_path = ''
as $$
  select internal.refresh_session(wanted, child, moment, agent, address, reuse_seconds, audit_ids, null)
$$;
revoke execute on function internal.refresh_session(
  text, text, timestamptz, text, inet, double precision, uuid[]
) from public;
