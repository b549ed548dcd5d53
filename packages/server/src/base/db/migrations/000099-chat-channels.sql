-- A preference group's channel in a chat service.
alter table timekeeper_groups add column chat_service text;
alter table timekeeper_groups add column chat_url bytea;
alter table timekeeper_groups add column is_chat_active boolean not null default true;
alter table timekeeper_groups add column chat_health text not null default 'unknown';
alter table timekeeper_groups add column chat_sentence text;

-- Messages about filings: one for a filing and a channel. What was sent stays when the group is deleted.
create table chat_messages (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  envelope_id uuid not null,
  inbox_item_id uuid not null,
  timekeeper_group_id uuid,
  group_name text not null,
  service text not null,
  status text not null default 'waiting',
  attempts integer not null default 0,
  sentence text,
  sent_at timestamp(3) with time zone,
  primary key (firm_id, id),
  foreign key (firm_id, envelope_id) references envelopes (firm_id, id) on delete cascade,
  foreign key (firm_id, timekeeper_group_id) references timekeeper_groups (firm_id, id)
    on delete set null (timekeeper_group_id)
);
create unique index chat_messages_filing_key on chat_messages (firm_id, envelope_id, timekeeper_group_id);
create index chat_messages_group_idx on chat_messages (firm_id, timekeeper_group_id);
-- The sweep looks for messages that are stuck.
create index chat_messages_open_idx on chat_messages (updated_at) where status in ('waiting', 'sending');

-- When administrators were last told that a channel is paused. Apart from its settings, so that telling changes no record.
create table chat_alerts (
  firm_id integer not null,
  id uuid not null,
  told_at timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references timekeeper_groups (firm_id, id) on delete cascade
);
