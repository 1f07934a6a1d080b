create or replace function internal.name_view_owner() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.owner_name := internal.signature_of(new.owner_id);
  return new;
end
$$;

-- At most 50 per person. The lock on the profile makes concurrent ones wait, so none is missed.
create or replace function internal.limit_saved_views() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.owner_id for no key update;
  if (select count(*) from public.saved_views where owner_id = new.owner_id) >= 50 then
    raise check_violation using message = 'You have 50 views: delete one first';
  end if;
  return new;
end
$$;
