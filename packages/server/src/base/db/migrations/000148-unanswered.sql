-- How often in a row a DMS hasn't answered, since when, why, and when it is tried again.
alter table credentials add column outage jsonb;
drop index document_copies_waiting_idx;
create index document_copies_waiting_idx on document_copies (firm_id, place) where waits_for in ('credential', 'answer');
