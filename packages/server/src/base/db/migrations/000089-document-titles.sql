-- The titles that documents give themselves on their first page. A reading counts once a notice of the filing has
-- document processing that reads titles. A scan's comes later, from its picture, and so does a service's.
create table document_titles (
  firm_id integer not null,
  document_id uuid not null,
  envelope_id uuid not null,
  reading jsonb not null,
  -- Of the reading from a picture, 0 to 100; null for text, which is certain.
  certainty integer,
  source text not null default 'DOCUMENT',
  document_processing_id uuid,
  updated_at timestamp(3) with time zone not null default now(),
  primary key (firm_id, document_id),
  foreign key (firm_id, document_id) references documents (firm_id, id) on delete cascade
);
create index document_titles_envelope_idx on document_titles (firm_id, envelope_id);
alter table documents
  add column notice_title text,
  add column title_source text not null default 'NOTICE',
  add column read_title text,
  add column title_is_sure boolean not null default false,
  add column title_page integer,
  add column title_box text;
