-- Whose turn it is at making a folder in a DMS, and which folders a DMS has accepted and doesn't show yet. Rows are of a
-- firm and not of a credential: two credentials may lead to one place, and each would make a folder of the same name.
create table store_folders (
  firm_id integer not null,
  folder_key text not null,
  state bytea not null,
  kept_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, folder_key)
);
