-- Until when a process has an email or message to itself, and which one, as for copies (000118): no other one sends it
-- before, unless that process has gone.
alter table deliveries
  add column leased_until timestamp(3) with time zone,
  add column leased_by uuid;
alter table digests
  add column leased_until timestamp(3) with time zone,
  add column leased_by uuid;
alter table chat_messages
  add column leased_until timestamp(3) with time zone,
  add column leased_by uuid;
