-- The inbox lists one row per filing: for each row, its other messages are looked up. The index answers that without
-- reading them, so it has what decides which of them is shown (fold in contract/src/resources/inbox-item.ts).
drop index inbox_items_envelope_idx;
create index inbox_items_envelope_idx on inbox_items (firm_id, envelope_id, id) include (wall_set, status, hidden);
