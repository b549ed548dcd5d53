-- A message that was left in its mailbox by Microsoft Graph after its last try, or because it is too large, keeps its
-- message_id: it is taken again when the mailbox is tested or saved. The attempts that failed because of the service are
-- counted apart, since they say nothing about the message.
alter table graph_messages
  add column is_left boolean not null default false,
  add column faults integer not null default 0;
