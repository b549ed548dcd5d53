create index document_texts_unread_firm_idx on document_texts (firm_id) where status in ('waiting', 'pictured');

-- Where each word of a recognized picture is: left, top, width and height in thousandths of the page.
alter table document_pages add column boxes jsonb;

-- A text as phrases are looked for in it: letters and digits without accents, in lower case, with single spaces. Punctuation
-- would make one word of "1:24-cv-01234-ABC", which no one would find by "24-cv-01234".
create function text_plain(text) returns text language sql immutable parallel safe as
  $$ select trim(regexp_replace(public.search_fold($1), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')) $$;

-- Its words, with the endings of English words removed.
create or replace function text_words(text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('pg_catalog.english', public.text_plain($1)) $$;

reindex index envelopes_words_idx;

-- Documents read before are read again: for words split like this, and for the places of words in their pictures.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    grant select, update on document_texts to courtcrier_system
    ; grant select, delete on document_pages to courtcrier_system
    ; set local role courtcrier_system
    ; delete from document_pages
    ; update document_texts set status = 'waiting', attempts = 0, pages = null, sentence = null, words = null
    ; reset role; end if; end $$;
