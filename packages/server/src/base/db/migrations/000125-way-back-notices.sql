-- Administrators to be notified that one of them signed in past single sign-on, also when the process ends or the mail
-- server fails before they were.
create table way_back_notices (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null,
  email text not null,
  user_email text not null,
  user_name text not null,
  tries integer not null default 0,
  next_try_at timestamp(3) with time zone not null default now(),
  sent_at timestamp(3) with time zone,
  sentence text,
  primary key (firm_id, id)
);
create index way_back_notices_open_idx on way_back_notices (next_try_at) where sent_at is null;
