-- A person's first link to set a password is valid for longer, so its age is no longer known from when it expires.
alter table password_resets add column asked_at timestamp(3) with time zone not null default now();
alter table password_resets add column is_invitation boolean not null default false;

-- The latest invitation of a user, whose ID it has; `invited_by` is the name of the person at that time.
create table invitations (
  firm_id integer not null,
  id uuid not null,
  invited_by text not null,
  invited_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, id) references users (firm_id, id) on delete cascade
);
