-- A mailbox whose provider calls: Amazon SES by an SNS topic, Mailgun and Postmark with a secret.
alter table mailboxes
  add column topic_arn text,
  add column call_secret bytea;

-- Where the provider of a mailbox calls, and the calls that were refused. Apart from its settings, so that a call changes
-- no record.
create table mailbox_call_addresses (
  firm_id integer not null,
  id uuid not null,
  path_key text not null,
  refused_at timestamp(3) with time zone,
  refused bigint not null default 0,
  refusal text,
  refusals_told_at timestamp(3) with time zone,
  problems_told_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, id) references mailboxes (firm_id, id) on delete cascade
);

-- Calls that were proven to be the provider's, until they would be refused for their age: each brings one message.
create table mailbox_calls (
  firm_id integer not null,
  id uuid not null,
  mailbox_id uuid not null,
  call_key text not null,
  content_hash text not null,
  is_received boolean not null default false,
  expires_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, mailbox_id) references mailboxes (firm_id, id) on delete cascade
);
create unique index mailbox_calls_key on mailbox_calls (firm_id, mailbox_id, call_key);
create index mailbox_calls_expires_at_idx on mailbox_calls (firm_id, expires_at);
