create trigger set_updated_at before update on public.notice_choices
  for each row execute function internal.set_updated_at();
