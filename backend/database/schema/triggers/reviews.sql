-- Pages show reviews: invalidate them on changes.
create trigger tell_pages_inserted after insert on public.google_reviews
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_updated after update on public.google_reviews
  referencing new table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_deleted after delete on public.google_reviews
  referencing old table as changed
  for each statement execute function internal.tell_pages_changed();
create trigger tell_pages_truncated after truncate on public.google_reviews
  for each statement execute function internal.tell_pages_changed();

create trigger record_change after insert or update or delete on public.google_reviews
  for each row execute function internal.record_change(
    'review', 'author_name', 'rating', 'review_text', 'author_image', 'time_posted', 'is_featured',
    'town', 'service'
  );
