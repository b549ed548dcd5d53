-- Filings whose recipients wait until the court has stamped the documents, one per filing. `waiting`: their deliveries
-- are held; `released`: they were notified without the stamp meanwhile; then `stamped`, `unstamped` or `canceled`.
create table stamp_waits (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  envelope_id uuid not null,
  inbox_item_id uuid not null,
  document_processing_id uuid not null,
  status text not null default 'waiting',
  minutes integer not null,
  release_at timestamp(3) with time zone,
  until timestamp(3) with time zone not null,
  primary key (firm_id, id),
  foreign key (firm_id, envelope_id) references envelopes (firm_id, id) on delete cascade
);
create unique index stamp_waits_envelope_idx on stamp_waits (firm_id, envelope_id);
create index stamp_waits_item_idx on stamp_waits (firm_id, inbox_item_id);
