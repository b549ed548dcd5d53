-- Users whose e-mail address was changed: the former address is notified, also when the process ends before it was.
create table address_changes (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  former_email text not null,
  full_name text not null,
  tries integer not null default 0,
  next_try_at timestamp(3) with time zone not null default now(),
  sent_at timestamp(3) with time zone,
  sentence text,
  primary key (firm_id, id)
);
create index address_changes_open_idx on address_changes (next_try_at) where sent_at is null;
