create trigger date_notice_choices before update on public.notice_choices
  for each row execute function internal.date_notice_choices();
