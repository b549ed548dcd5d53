-- What runs each minute for all firms finds its rows by an index that has nothing else (000072). One row per filing that
-- waited for a stamp stays forever, and one per sign-in for months: each look read all of them.
create index stamp_waits_unfinished_idx on stamp_waits (id) where status in ('waiting', 'released');
create index sign_ins_created_at_idx on sign_ins (created_at);
-- With each failed sign-in, those of more than a day ago are forgotten.
create index login_failures_last_at_idx on login_failures (last_at);

-- Without updated_at, as those of 000072: it changes with every write of a row.
drop index digests_unfinished_idx;
create index digests_unfinished_idx on digests (id) where status in ('waiting', 'sending');
drop index chat_messages_open_idx;
create index chat_messages_open_idx on chat_messages (id) where status in ('waiting', 'sending');
