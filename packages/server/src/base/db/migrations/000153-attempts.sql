-- How many attempts at a row were ever begun. Attempts are counted from one again when a row is planned again after it was canceled,
-- so that their number alone doesn't say to which one a late result belongs.
alter table deliveries add column begun integer not null default 0;
alter table digests add column begun integer not null default 0;
alter table chat_messages add column begun integer not null default 0;
alter table document_copies add column begun integer not null default 0;
alter table import_jobs add column begun integer not null default 0;
-- Calls of webhooks are leased too, as messages are (000152).
alter table webhook_calls
  add column begun integer not null default 0,
  add column leased_until timestamp(3) with time zone,
  add column leased_by uuid;
-- How often a mailbox has changed hands. A reader that stood still has a former number, and sets no position back.
alter table mailbox_readers add column term integer not null default 0;
-- How often an item was sent through the pipeline again: a process that stood still records nothing of a former pass.
alter table inbox_items add column pass integer not null default 0;
