-- How far a mailbox has been read by Microsoft Graph. Apart from its settings, so that reading changes no record.
create table graph_positions (
  firm_id integer not null,
  id uuid not null,
  -- Address, folder, server and start; with others, the folder is looked through again.
  source text not null,
  -- Where Graph continues: the next page, or the changes since the last one.
  link text not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references mailboxes (firm_id, id) on delete cascade
);

-- The messages of such a mailbox that are settled, and those that couldn't be received yet: only they have a message_id.
create table graph_messages (
  firm_id integer not null,
  mailbox_id uuid not null,
  -- Half a SHA-256 of Graph's ID of the message.
  key bytea not null,
  message_id text,
  tries smallint not null default 0,
  next_at timestamp(3) with time zone,
  reason text,
  primary key (firm_id, mailbox_id, key),
  foreign key (firm_id, mailbox_id) references mailboxes (firm_id, id) on delete cascade
);
create index graph_messages_waiting_idx on graph_messages (firm_id, mailbox_id, next_at) where message_id is not null;
