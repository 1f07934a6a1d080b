-- When the identity provider wants the session to end that the code of this flow opens.
alter table auth.flow_state add column session_not_after timestamptz;
