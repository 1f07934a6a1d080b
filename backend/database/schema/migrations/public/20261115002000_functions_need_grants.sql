-- PostgreSQL lets everybody execute a new function, and a default that is set for one schema can
-- only add to that, not take it away: it has to be taken away for all schemas.
alter default privileges revoke execute on functions from public;
-- The functions that exist already and are nobody's to call; triggers run without the right.
revoke execute on all functions in schema public, internal from public;
