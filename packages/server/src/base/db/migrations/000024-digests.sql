-- A message that is sent by the clock: a person's daily message, or a report. One row for each address and local day (or
-- moment), made by whichever worker comes first; what it tells of lies after "since" and up to "until".
create table digests (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  kind text not null,
  email text not null,
  day text not null,
  time_zone text not null default 'UTC',
  timekeeper_id uuid,
  timekeeper_group_id uuid,
  since timestamp(3) with time zone,
  until timestamp(3) with time zone not null,
  status text not null default 'waiting',
  sentence text,
  attempts integer not null default 0,
  sent_at timestamp(3) with time zone,
  primary key (firm_id, id)
);
-- None but the primary key begins with the firm: before there are statistics one that does is taken for the key.
create unique index digests_once_key on digests (email, kind, day, firm_id);
create index digests_unfinished_idx on digests (updated_at) where status in ('waiting', 'sending');
create index digests_last_idx on digests (email, kind, until);
create index digests_until_idx on digests (until);

-- The deliveries that a daily message tells of, each in one only.
create table digest_items (
  firm_id integer not null,
  delivery_id uuid not null,
  digest_id uuid not null,
  primary key (firm_id, delivery_id),
  foreign key (firm_id, digest_id) references digests (firm_id, id) on delete cascade,
  foreign key (firm_id, delivery_id) references deliveries (firm_id, id) on delete cascade
);
create index digest_items_digest_id_idx on digest_items (digest_id);

-- The events that an error notification tells an address of, each once.
create table digest_events (
  firm_id integer not null,
  event_id uuid not null,
  email text not null,
  digest_id uuid not null,
  primary key (firm_id, event_id, email),
  foreign key (firm_id, digest_id) references digests (firm_id, id) on delete cascade
);
create index digest_events_digest_id_idx on digest_events (digest_id);

-- What daily messages are still to tell of.
create index deliveries_scheduled_idx on deliveries (firm_id, email, created_at) where status = 'scheduled';
create index deliveries_told_twice_idx on deliveries (created_at) where cadence = 'DAILY_AND_REALTIME';
