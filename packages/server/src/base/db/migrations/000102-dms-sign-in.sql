-- Sign-ins to a DMS under way. A state works once, within ten minutes, in the browser that has the cookie.
create table dms_sign_in_attempts (
  firm_id integer not null,
  id uuid not null,
  credential_id uuid not null,
  user_id uuid not null,
  browser_hash text not null,
  state_hash text not null,
  code_verifier text not null,
  -- What the credential was when the sign-in began: with other settings, its result is for something else.
  place text not null,
  expires_at timestamp(3) with time zone not null,
  returned_at timestamp(3) with time zone,
  state text not null default 'waiting',
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, credential_id) references credentials (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index dms_sign_in_attempts_state_hash_key on dms_sign_in_attempts (firm_id, state_hash);
create index dms_sign_in_attempts_expires_at_idx on dms_sign_in_attempts (firm_id, expires_at);

-- A refresh token was entered, or given for a person's sign-in: that one has no hash of an entered one.
alter table store_grants
  alter column entered_hash drop not null,
  add column signed_in_as text,
  add column signed_in_at timestamp(3) with time zone;
