-- What an event tells of, so that its sentence can be made in any language: the action, the record's name at the time,
-- and what else the sentence holds.
alter table system_events add column action text;
alter table system_events add column record_title text;
alter table system_events add column facts jsonb not null default '{}';

-- Narrowed down by who, what or how grave, the newest come first without millions of rows being read.
drop index system_events_user_id_idx;
create index system_events_user_id_idx on system_events (firm_id, user_id, created_at, id) where user_id is not null;
create index system_events_entity_idx on system_events (firm_id, entity, entity_id, created_at, id) where entity is not null;
create index system_events_type_idx on system_events (firm_id, type, created_at, id);
create index system_events_level_idx on system_events (firm_id, level, created_at, id);

-- Following a case in the court's records, and what it came to.
alter table cases add column tracking_status text not null default 'not_subscribed';
alter table cases add column retrieval_status text not null default 'none';
alter table cases add column tracking_cents integer;
alter table cases add column tracking_changed_at timestamp(3) with time zone;

-- What was ordered of a provider, each under the id that the provider knows it by: an order whose answer was lost is
-- given again under the same id, and never a second time. They are about money, and stay when the case is deleted.
create table tracking_orders (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  case_id uuid not null,
  action text not null,
  monthly_fee text,
  document_cost text,
  user_id uuid,
  status text not null default 'asked',
  sentence text,
  primary key (firm_id, id)
);
create unique index tracking_orders_asked_key on tracking_orders (firm_id, case_id) where status = 'asked';
create index tracking_orders_case_id_idx on tracking_orders (firm_id, case_id, created_at);
