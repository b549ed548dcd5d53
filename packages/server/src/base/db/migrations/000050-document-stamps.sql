-- What courts stamped on documents, and which documents are scans whose stamp is still to be read from the picture. A
-- document that is replaced, as when its stamped version follows, is read anew.
create table document_stamps (
  firm_id integer not null,
  document_id uuid not null,
  envelope_id uuid not null,
  position integer not null,
  stamps jsonb not null,
  is_scan boolean not null default false,
  -- Of the reading from a picture, 0 to 100; null for text, which is certain.
  certainty integer,
  read_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, document_id),
  foreign key (firm_id, document_id) references documents (firm_id, id) on delete cascade
);
create index document_stamps_envelope_idx on document_stamps (firm_id, envelope_id);
