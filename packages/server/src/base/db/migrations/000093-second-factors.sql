alter table user_security_roles
  add column requires_second_factor boolean not null default false,
  add column second_factor_grace_days integer not null default 14;

-- A user's authenticator app. The secret is encrypted for its user; `pending` is one that no code has confirmed yet.
create table totp_factors (
  firm_id integer not null,
  -- The user.
  id uuid not null,
  secret bytea,
  confirmed_at timestamp(3) with time zone,
  -- The latest time step of which a code was used: each works once.
  last_step bigint,
  pending bytea,
  primary key (firm_id, id),
  foreign key (firm_id, id) references users (firm_id, id) on delete cascade
);

create table passkeys (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  -- How often the authenticator says it was used; one that counts must never count backwards.
  counter bigint not null,
  transports text[] not null default '{}',
  is_backed_up boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index passkeys_credential_id_key on passkeys (firm_id, credential_id);
create index passkeys_user_id_idx on passkeys (firm_id, user_id);

create table recovery_codes (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create unique index recovery_codes_code_hash_key on recovery_codes (firm_id, user_id, code_hash);

-- Questions put to a browser, for ten minutes: for the second factor after a right password, for a passkey alone
-- (without a user), or for a new passkey of a session. Each is answered once.
create table factor_challenges (
  firm_id integer not null,
  id uuid not null,
  user_id uuid,
  session_id uuid,
  browser_hash text,
  challenge text not null,
  expires_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create index factor_challenges_expires_at_idx on factor_challenges (firm_id, expires_at);

-- Since when a user's role demands a second factor that they don't have: the period of grace starts then.
create table factor_duties (
  firm_id integer not null,
  -- The user.
  id uuid not null,
  role_id uuid not null,
  since timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, role_id) references user_security_roles (firm_id, id) on delete cascade
);

-- How a session began, and when its user last showed who they are. Sessions from before have no row.
create table session_proofs (
  firm_id integer not null,
  -- The session family.
  id uuid not null,
  user_id uuid not null,
  -- Whether an identity provider signed the user in, which asks for factors of its own.
  is_by_provider boolean not null,
  proved_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
create index session_proofs_expires_at_idx on session_proofs (firm_id, expires_at);
