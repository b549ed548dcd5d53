alter table timekeepers add column bar_number text;
