-- Names of who saved and published, and the history that only grows.

-- As on notes: null once the account is deleted, because the foreign key clears the id.
create or replace function internal.name_site_author() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'site_versions' then
    new.published_by_name := internal.signature_of(new.published_by);
  else
    new.updated_by_name := internal.signature_of(new.updated_by);
  end if;
  return new;
end
$$;

create or replace function internal.refuse_other_history() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'What was published can only be added to';
end
$$;
