-- Photographs that come after the office's email about their enquiry are told in an email of their own:
-- one for each time that some come, so these deliveries may repeat.
alter table public.enquiry_deliveries
  drop constraint enquiry_deliveries_channel_check,
  drop constraint enquiry_deliveries_enquiry_id_channel_message_id_key;
alter table public.enquiry_deliveries
  add constraint enquiry_deliveries_channel_check
    check (channel in ('office_mail', 'thank_you_mail', 'webhook', 'message', 'photos_mail'));
create unique index enquiry_deliveries_once_idx
  on public.enquiry_deliveries (enquiry_id, channel, message_id) nulls not distinct
  where channel <> 'photos_mail';
-- The index above leaves some out, so that a search by enquiry could not use it.
create index enquiry_deliveries_enquiry_idx on public.enquiry_deliveries (enquiry_id);
