-- What the spam filter made of an enquiry when it arrived. `doubtful` is delivered, with a mark for
-- staff. Its status tells what staff made of it. None in enquiries from before there was a filter that
-- knew three outcomes.
alter table public.enquiries
  add column verdict text check (verdict in ('enquiry', 'doubtful', 'spam'));
