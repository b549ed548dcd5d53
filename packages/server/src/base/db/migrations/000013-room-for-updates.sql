-- Rows of these tables are written several times within seconds of being made. With room left on their page a later
-- version stays there, and the indexes over columns that did not change get no entry for it (heap-only tuples).
alter table item_progress set (fillfactor = 50);
alter table inbox_items set (fillfactor = 60);
alter table deliveries set (fillfactor = 60);
alter table document_copies set (fillfactor = 60);
