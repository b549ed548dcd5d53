alter table mailboxes
  add column signed_in_as text,
  add column signed_in_at timestamp(3) with time zone,
  add column sign_in_ends_at timestamp(3) with time zone;
alter table mail_senders
  add column signed_in_as text,
  add column signed_in_at timestamp(3) with time zone,
  add column sign_in_ends_at timestamp(3) with time zone;

-- What a person's consent gave, by the ID of the mailbox or sending account. Apart from its settings, so that renewing
-- a token changes no record.
create table mail_grants (
  firm_id integer not null,
  id uuid not null,
  mailbox_id uuid,
  sender_id uuid,
  refresh_token bytea not null,
  access_token bytea,
  access_ends_at timestamp(3) with time zone,
  -- Why the service refuses it; it isn't asked again until someone signs in again or tests the account.
  refused text,
  -- Which renewal is under way: a refresh token may work only once.
  lease uuid,
  leased_until timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, mailbox_id) references mailboxes (firm_id, id) on delete cascade,
  foreign key (firm_id, sender_id) references mail_senders (firm_id, id) on delete cascade,
  constraint mail_grants_of_one check (num_nonnulls(mailbox_id, sender_id) = 1 and id = coalesce(mailbox_id, sender_id))
);
create unique index mail_grants_mailbox_key on mail_grants (firm_id, mailbox_id);
create unique index mail_grants_sender_key on mail_grants (firm_id, sender_id);

-- Sign-ins under way. A state works once, within ten minutes, in the browser that has the cookie.
create table mail_sign_in_attempts (
  firm_id integer not null,
  id uuid not null,
  mailbox_id uuid,
  sender_id uuid,
  user_id uuid not null,
  browser_hash text not null,
  state_hash text not null,
  code_verifier text not null,
  -- What the account was when the sign-in began: with other settings, its result is for something else.
  place text not null,
  expires_at timestamp(3) with time zone not null,
  returned_at timestamp(3) with time zone,
  state text not null default 'waiting',
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, mailbox_id) references mailboxes (firm_id, id) on delete cascade,
  foreign key (firm_id, sender_id) references mail_senders (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  constraint mail_sign_in_attempts_of_one check (num_nonnulls(mailbox_id, sender_id) = 1)
);
create unique index mail_sign_in_attempts_state_hash_key on mail_sign_in_attempts (firm_id, state_hash);
create index mail_sign_in_attempts_expires_at_idx on mail_sign_in_attempts (firm_id, expires_at);
