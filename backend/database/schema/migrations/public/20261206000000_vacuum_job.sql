-- The hourly vacuum of the embedded database is the job `vacuum` now. Nothing takes jobs of the old name.
delete from internal.jobs where kind = 'table-care';
