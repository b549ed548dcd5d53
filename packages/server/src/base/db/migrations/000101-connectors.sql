-- Uploads of several steps under way: the next attempt goes on where the last one stood. Addresses to upload to are as
-- good as a password, so the state is sealed.
create table store_uploads (
  firm_id integer not null,
  credential_id uuid not null,
  upload_key text not null,
  state bytea not null,
  kept_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, credential_id, upload_key),
  foreign key (firm_id, credential_id) references credentials (firm_id, id) on delete cascade
);

-- The refresh tokens that services gave in exchange for the one that was entered, which most of them accept only once.
create table store_grants (
  firm_id integer not null,
  credential_id uuid not null,
  -- Of the token that was entered: another one begins anew.
  entered_hash text not null,
  refresh_token bytea not null,
  -- Which renewal is under way.
  lease uuid,
  leased_until timestamp(3) with time zone,
  primary key (firm_id, credential_id),
  foreign key (firm_id, credential_id) references credentials (firm_id, id) on delete cascade
);
