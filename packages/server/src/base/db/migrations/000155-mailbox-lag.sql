-- Since when a mailbox is behind: when the oldest message arrived that is known to wait, or reading began to fail.
alter table mailboxes add column behind_since timestamp(3) with time zone;
-- When Microsoft Graph received a message that couldn't be received yet.
alter table graph_messages add column received_at timestamp(3) with time zone;
