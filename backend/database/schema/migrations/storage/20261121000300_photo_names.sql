-- The photographs of an enquiry are the objects <id of the enquiry>/1.jpg to 8.jpg. Names are unique in a
-- bucket, so an enquiry cannot have a ninth, whoever adds it.
alter table storage.objects add constraint enquiry_photo_names check (
  bucket_id <> 'enquiry-photos' or name !~ '^[0-9a-f]{8}-[0-9a-f-]{27}/'
  or name ~ '^[0-9a-f-]{36}/[1-8]\.jpg$'
);
