-- A code typed from the message to a new number finds its account by that number.
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
