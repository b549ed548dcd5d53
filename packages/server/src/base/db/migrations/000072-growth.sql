-- What the sweep looks for every minute: the work of all firms that isn't finished, which is always little. Without these,
-- each look read every notice, delivery and copy there ever was. They don't contain updated_at, which changes with every
-- write of a row: such a write would then need an entry in each of the table's indexes (000013).
create index inbox_items_unfinished_idx on inbox_items (id) where status in ('New', 'Started', 'Retry');
create index deliveries_unfinished_idx on deliveries (id) where status in ('waiting', 'sending');
create index document_copies_unfinished_idx on document_copies (id) where status in ('new', 'started', 'delayed');
-- By updated_at, it had an entry for each version of a call, and claiming one by its ID read all of them.
drop index webhook_calls_open_idx;
create index webhook_calls_open_idx on webhook_calls (id) where status in ('waiting', 'sending');

-- What is forgotten when it is old, found by its age for all firms at once.
create index idempotency_keys_started_at_idx on idempotency_keys (started_at);
drop index undos_expires_at_idx;
create index undos_expires_at_idx on undos (expires_at);

-- Matching asks which courts a case had filings from: answered by the index, in which a court's filings are one entry.
drop index envelopes_case_id_idx;
create index envelopes_case_id_idx on envelopes (firm_id, case_id, wall_set, ecfx_jurisdiction_id);

-- Ignored cases are found as cases are, under every spelling of their number (000011, 000070). LIKE had no index.
alter table ignored_cases
  add column number_key text collate "C" generated always as (similar_number(case_number)) stored;
create index ignored_cases_number_key_idx on ignored_cases (firm_id, ecfx_jurisdiction_id, number_key);

-- Two filters of the inbox are about few of its items, which were looked for among all.
create index inbox_items_unverified_idx on inbox_items (firm_id, received_at, id) where trust = 'unverified';
create index inbox_items_unsaved_idx on inbox_items (firm_id, received_at, id) where dms_status in ('failed', 'delayed');
