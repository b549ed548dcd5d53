-- The access key by which a mailbox at Amazon SES reads messages that its receipt rule saves in S3.
alter table mailboxes
  add column access_key_id text,
  add column secret_access_key bytea;
