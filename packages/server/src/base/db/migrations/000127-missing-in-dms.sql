-- Since when a copy waits for a matter, workspace or folder that the DMS doesn't have, until it is given up.
alter table document_copies add column missing_since timestamp(3) with time zone;
create index document_copies_missing_idx on document_copies (firm_id) where waits_for = 'missing';
