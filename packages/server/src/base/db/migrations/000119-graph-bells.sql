-- Whether Microsoft Graph is asked to notify this server of new messages in a mailbox.
alter table mailboxes add column has_bell boolean not null default false;

-- The subscription at Microsoft Graph of such a mailbox, and what proves its calls. Apart from the mailbox's settings, so
-- that renewing it changes no record.
create table graph_bells (
  firm_id integer not null,
  id uuid not null,
  -- The mailbox, its folder, and the address that is called; with others, there is another subscription.
  source text not null,
  -- The part of the address that can't be guessed.
  path_key text not null,
  -- The hash of what Graph repeats with each call.
  state_hash text not null,
  subscription_id text,
  ends_at timestamp(3) with time zone,
  -- Graph asked to renew it.
  is_due boolean not null default false,
  primary key (firm_id, id),
  foreign key (firm_id, id) references mailboxes (firm_id, id) on delete cascade
);
