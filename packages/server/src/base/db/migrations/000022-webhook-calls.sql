-- What the firm's webhooks are told: one row a call, kept with the answer for as long as people may ask about it.
create table webhook_calls (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  webhook_id uuid not null,
  message_id uuid not null,
  event text not null,
  payload_version text not null default '1',
  payload jsonb not null,
  status text not null default 'waiting',
  attempts integer not null default 0,
  next_try_at timestamp(3) with time zone,
  called_at timestamp(3) with time zone,
  duration_ms integer,
  request_headers jsonb not null default '{}',
  answer_status integer,
  answer text,
  sentence text,
  primary key (firm_id, id),
  foreign key (firm_id, webhook_id) references webhooks (firm_id, id) on delete cascade
);
create index webhook_calls_webhook_id_idx on webhook_calls (firm_id, webhook_id, id);

-- The sweep looks for calls that are stuck, and for those that are too old to be kept.
create index webhook_calls_open_idx on webhook_calls (updated_at) where status in ('waiting', 'sending');
create index webhook_calls_created_idx on webhook_calls (created_at);
