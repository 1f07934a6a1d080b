-- A profile for every account; its name and address follow the account's.

-- The name in an account's metadata, which its owner controls: one line of at most 100 characters,
-- without invisible or bidirectional control characters; null if there is none.
create or replace function internal.given_name(metadata jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select nullif(btrim(left(btrim(regexp_replace(
    regexp_replace(
      metadata ->> 'full_name',
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]',
      '', 'g'
    ),
    '[\u0009-\u000d\u0020\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )), 100)), '')
  where jsonb_typeof(metadata -> 'full_name') = 'string'
$$;

create or replace function internal.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, internal.given_name(new.raw_user_meta_data), new.email);
  return new;
end
$$;

create or replace function internal.update_profile_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end
$$;

create or replace function internal.update_profile_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set full_name = internal.given_name(new.raw_user_meta_data)
  where id = new.id and full_name is distinct from internal.given_name(new.raw_user_meta_data);
  return new;
end
$$;
