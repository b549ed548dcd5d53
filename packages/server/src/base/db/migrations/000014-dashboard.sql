-- What the dashboard counts over a range of days stands in the index that has the days: millions of rows are counted
-- without being read. An order's index may hold more behind its columns; the order is the same.
drop index envelopes_created_at_sort_idx;
create index envelopes_created_at_sort_idx on envelopes (firm_id, created_at, id) include (ecfx_jurisdiction_id, case_id);
drop index documents_created_at_sort_idx;
create index documents_created_at_sort_idx on documents (firm_id, created_at, id) include (verdict, pages, size);
drop index deliveries_created_at_sort_idx;
create index deliveries_created_at_sort_idx on deliveries (firm_id, created_at, id) include (timekeeper_id);
