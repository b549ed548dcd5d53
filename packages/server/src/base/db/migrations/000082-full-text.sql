-- The text of documents, read beside everything else. One row per document that may be read: `waiting` until its text layer is
-- read, `pictured` while pages without one wait for character recognition, then `read` or `failed`. Triggers write and delete
-- these rows, so that no writer of documents can forget them: sealed documents have none.
create table document_texts (
  firm_id integer not null,
  document_id uuid not null,
  envelope_id uuid not null,
  updated_at timestamp(3) with time zone not null default now(),
  -- What was read. Another file is read anew.
  file_id text not null,
  status text not null default 'waiting',
  -- Tries since the last page that was saved.
  attempts integer not null default 0,
  pages integer,
  -- What people should know about the reading, such as why a document has no text.
  sentence text,
  -- The words of all pages, without their places.
  words tsvector,
  primary key (firm_id, document_id),
  foreign key (firm_id, document_id) references documents (firm_id, id) on delete cascade
);
create index document_texts_unread_idx on document_texts (status, document_id) where status in ('waiting', 'pictured');
-- The newest filing has the greatest ID.
create index document_texts_envelope_idx on document_texts (firm_id, envelope_id);

create table document_pages (
  firm_id integer not null,
  document_id uuid not null,
  page integer not null,
  -- `text`: from the text layer; `picture`: to be recognized; `ocr`: recognized; `unread`: can't be, or isn't.
  source text not null,
  -- With single spaces.
  text text not null,
  words tsvector not null,
  primary key (firm_id, document_id, page),
  foreign key (firm_id, document_id) references document_texts (firm_id, document_id) on delete cascade
);

-- The words of a text as they are searched: without accents, and with the endings of English words removed.
create function text_words(text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('pg_catalog.english', public.search_fold($1)) $$;

-- Used by searches of the views in firm_rows alone: row-level security rules out an index for a comparison of words.
do $$ begin
  begin
    create extension if not exists btree_gin
  ; exception when insufficient_privilege or feature_not_supported or undefined_file then null
  ; end
; if exists (select from pg_extension where extname = 'btree_gin') then
    create index document_texts_words_idx on document_texts using gin (firm_id, words)
  ; create index envelopes_words_idx on envelopes using gin (firm_id, text_words(coalesce(docket_text, '')))
  ; else
    create index document_texts_words_idx on document_texts using gin (words)
  ; create index envelopes_words_idx on envelopes using gin (text_words(coalesce(docket_text, '')))
  ; end if
; end $$;

-- A document is read if it was retrieved and isn't sealed, by itself or with its filing.
create function keep_document_text() returns trigger language plpgsql as $$
declare is_read boolean := new.file_id is not null and not new.sealed and new.verdict not in ('sealed', 'restricted')
    and not exists (select from envelopes e where e.firm_id = new.firm_id and e.id = new.envelope_id and e.is_sealed)
; begin
  if tg_op = 'UPDATE' then
    delete from document_texts t where t.firm_id = new.firm_id and t.document_id = new.id
      and (not is_read or t.file_id <> new.file_id or t.envelope_id <> new.envelope_id)
  ; end if
; if is_read then
    insert into document_texts (firm_id, document_id, envelope_id, file_id)
    values (new.firm_id, new.id, new.envelope_id, new.file_id) on conflict do nothing
  ; end if
; return null
; end $$;
create trigger documents_text_new after insert on documents for each row
  when (new.file_id is not null) execute function keep_document_text();
create trigger documents_text after update of file_id, sealed, verdict, envelope_id on documents for each row
  when (row (old.file_id, old.sealed, old.verdict, old.envelope_id) is distinct from row (new.file_id, new.sealed, new.verdict, new.envelope_id))
  execute function keep_document_text();

create function keep_filing_texts() returns trigger language plpgsql as $$ begin
  delete from document_texts t where t.firm_id = new.firm_id and t.envelope_id = new.id and new.is_sealed
; insert into document_texts (firm_id, document_id, envelope_id, file_id)
    select d.firm_id, d.id, d.envelope_id, d.file_id from documents d
    where d.firm_id = new.firm_id and d.envelope_id = new.id and not new.is_sealed
      and d.file_id is not null and not d.sealed and d.verdict not in ('sealed', 'restricted')
    on conflict do nothing
; return null
; end $$;
create trigger envelopes_text after update of is_sealed on envelopes for each row
  when (old.is_sealed is distinct from new.is_sealed) execute function keep_filing_texts();

-- Documents of before are read by the same queue.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    grant select, insert on document_texts to courtcrier_system
    ; set local role courtcrier_system
    ; insert into document_texts (firm_id, document_id, envelope_id, file_id)
      select d.firm_id, d.id, d.envelope_id, d.file_id
      from documents d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      where d.file_id is not null and not d.sealed and d.verdict not in ('sealed', 'restricted') and not e.is_sealed
      on conflict do nothing
    ; reset role; end if; end $$;
