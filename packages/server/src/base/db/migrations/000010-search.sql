-- What searches need to stay fast with a million rows (decision 0015). An order that a definition offers (list.sortable)
-- has an index that gives it, with the id last, so that pages far back are counted off in the index alone; db/schema.test.ts
-- holds both together. The indexes over the searched text come with the migration run (db/text-indexes.ts).

-- Text as searches compare it: in lower case and without accents. Most text is ASCII, which has none. A database with
-- the locale C knows no lower case beyond ASCII by itself; where there is ICU, it does.
do $$ begin execute format('create function search_fold(text) returns text language sql immutable parallel safe as %L',
  'select case when octet_length($1) = char_length($1) then lower($1)
    else lower(regexp_replace(normalize($1, nfkd), ''[\u0300-\u036f]+'', '''', ''g'')'
    || case when exists (select from pg_collation where collname = 'und-x-icu') then ' collate "und-x-icu"' else '' end
    || ') end'); end $$;

drop index cases_case_number_idx;
create index cases_name_sort_idx on cases (firm_id, name, id);
create index cases_case_number_sort_idx on cases (firm_id, case_number, id);
create index cases_status_sort_idx on cases (firm_id, status, id);
create index cases_reference_id_sort_idx on cases (firm_id, reference_id, id);
create index cases_open_date_sort_idx on cases (firm_id, open_date, id);
create index cases_close_date_sort_idx on cases (firm_id, close_date, id);
create index cases_filed_date_sort_idx on cases (firm_id, filed_date, id);
create index cases_created_at_sort_idx on cases (firm_id, created_at, id);
create index cases_updated_at_sort_idx on cases (firm_id, updated_at, id);
create index cases_judge_id_idx on cases (firm_id, judge_id) where judge_id is not null;
create index cases_storage_policy_id_idx on cases (firm_id, storage_policy_id) where storage_policy_id is not null;
-- Ids are unique beyond firms, so the firm need not be in it.
create index cases_assigned_timekeepers_idx on cases using gin (assigned_timekeepers);

create index matters_name_sort_idx on matters (firm_id, name, id);
create index matters_number_sort_idx on matters (firm_id, number, id);
create index matters_status_sort_idx on matters (firm_id, status, id);
create index matters_created_at_sort_idx on matters (firm_id, created_at, id);
create index matters_updated_at_sort_idx on matters (firm_id, updated_at, id);
create index matters_billing_timekeeper_id_idx on matters (firm_id, billing_timekeeper_id) where billing_timekeeper_id is not null;
create index matters_supervising_timekeeper_id_idx on matters (firm_id, supervising_timekeeper_id) where supervising_timekeeper_id is not null;
create index matters_originating_timekeeper_id_idx on matters (firm_id, originating_timekeeper_id) where originating_timekeeper_id is not null;
create index matters_storage_policy_id_idx on matters (firm_id, storage_policy_id) where storage_policy_id is not null;
create index matters_location_id_idx on matters (firm_id, location_id) where location_id is not null;
create index matters_practice_group_id_idx on matters (firm_id, practice_group_id) where practice_group_id is not null;
create index matters_area_of_law_id_idx on matters (firm_id, area_of_law_id) where area_of_law_id is not null;

create index clients_name_sort_idx on clients (firm_id, name, id);
create index clients_number_sort_idx on clients (firm_id, number, id);
create index clients_status_sort_idx on clients (firm_id, status, id);
create index clients_open_date_sort_idx on clients (firm_id, open_date, id);
create index clients_created_at_sort_idx on clients (firm_id, created_at, id);
create index clients_updated_at_sort_idx on clients (firm_id, updated_at, id);
create index clients_originating_timekeeper_id_idx on clients (firm_id, originating_timekeeper_id) where originating_timekeeper_id is not null;
create index clients_storage_policy_id_idx on clients (firm_id, storage_policy_id) where storage_policy_id is not null;

-- Each notice is written several times, so there are no more orders here than the inbox needs.
drop index inbox_items_received_idx;
drop index inbox_items_status_idx;
create index inbox_items_received_at_sort_idx on inbox_items (firm_id, received_at, id);
create index inbox_items_status_idx on inbox_items (firm_id, status, received_at, id);
create index inbox_items_ecfx_jurisdiction_id_idx on inbox_items (firm_id, ecfx_jurisdiction_id, received_at, id) where ecfx_jurisdiction_id is not null;
create index inbox_items_parent_id_idx on inbox_items (firm_id, parent_id) where parent_id is not null;

create index envelopes_created_at_sort_idx on envelopes (firm_id, created_at, id);
create index envelopes_ecfx_jurisdiction_id_idx on envelopes (firm_id, ecfx_jurisdiction_id) where ecfx_jurisdiction_id is not null;
create index documents_created_at_sort_idx on documents (firm_id, created_at, id);
create index documents_processed_from_id_idx on documents (firm_id, processed_from_id) where processed_from_id is not null;
create index deliveries_created_at_sort_idx on deliveries (firm_id, created_at, id);
create index deliveries_timekeeper_id_idx on deliveries (firm_id, timekeeper_id) where timekeeper_id is not null;
create index document_copies_created_at_sort_idx on document_copies (firm_id, created_at, id);
create index document_copies_envelope_id_idx on document_copies (firm_id, envelope_id);
create index document_copies_document_id_idx on document_copies (firm_id, document_id) where document_id is not null;
create index document_copies_storage_policy_id_idx on document_copies (firm_id, storage_policy_id);
drop index system_events_created_idx;
create index system_events_created_at_sort_idx on system_events (firm_id, created_at, id);
create index system_events_user_id_idx on system_events (firm_id, user_id) where user_id is not null;
