create table mailboxes (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  service text not null,
  address text not null,
  is_active boolean not null default true,
  folder text not null,
  done_folder text,
  read_from timestamp(3) with time zone,
  tenant_id text,
  client_id text,
  client_secret bytea,
  client_certificate bytea,
  service_account_key bytea,
  password bytea,
  server text,
  token_url text,
  scope text,
  authserv text,
  expires_at date,
  health text not null default 'unknown',
  sentence text,
  checked_at timestamp(3) with time zone,
  last_message_at timestamp(3) with time zone,
  primary key (firm_id, id)
);
create unique index mailboxes_name_key on mailboxes (firm_id, name);
create unique index mailboxes_name_nocase_key on mailboxes (firm_id, lower(name));

-- Which process reads a mailbox, when administrators were last told that it can't be read, and when it last passed a test.
-- Apart from its settings, so that reading changes no record.
create table mailbox_readers (
  firm_id integer not null,
  id uuid not null,
  process uuid not null,
  until timestamp(3) with time zone not null,
  told_at timestamp(3) with time zone,
  tested_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, id) references mailboxes (firm_id, id) on delete cascade
);
