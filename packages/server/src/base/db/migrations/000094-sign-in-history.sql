-- With single sign-on an invitation has no link to set a password; it is accepted by the first sign-in.
alter table invitations add column way text not null default 'password';
alter table invitations add column revoked_at timestamp(3) with time zone;

-- Who signed in when, from where and with what; the row of one that succeeded has the ID of its session.
create table sign_ins (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  outcome text not null,
  way text not null,
  provider text,
  program text not null,
  network text not null,
  place text,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create index sign_ins_created_at_sort_idx on sign_ins (firm_id, created_at, id);
create index sign_ins_user_idx on sign_ins (firm_id, user_id, created_at);

-- What was new about a sign-in: its user is notified once of each place and each program.
create table sign_in_alerts (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  new_place text,
  new_program text,
  place text,
  program text not null,
  network text not null,
  tries integer not null default 0,
  next_try_at timestamp(3) with time zone not null default now(),
  sent_at timestamp(3) with time zone,
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index sign_in_alerts_place_key on sign_in_alerts (firm_id, user_id, new_place);
create unique index sign_in_alerts_program_key on sign_in_alerts (firm_id, user_id, new_program);
create index sign_in_alerts_open_idx on sign_in_alerts (next_try_at) where sent_at is null;
