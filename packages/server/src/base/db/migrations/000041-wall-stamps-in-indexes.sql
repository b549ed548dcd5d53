-- A look at a row asks for its wall_set. Where an index answers without the row, it must have it: as a last column
-- beside what is found by it, and beside the columns of an order, which are unique and need no more of them.
do $$
declare entry record
; begin
  for entry in
    select c.relname as name, pg_get_indexdef(c.oid) as made
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_am a on a.oid = c.relam
    where t.relnamespace = 'public'::regnamespace and a.amname = 'btree' and not i.indisunique
      and t.relname in ('clients', 'matters', 'cases', 'envelopes', 'inbox_items', 'documents', 'deliveries', 'document_copies')
      and (c.relname like '%\_sort_idx' or c.relname ~ '_id_idx$' or c.relname in ('inbox_items_status_idx', 'inbox_items_hidden_idx',
        'inbox_items_envelope_idx', 'documents_envelope_idx', 'deliveries_item_idx', 'document_copies_item_idx', 'envelopes_date_idx'))
  loop
    execute format('drop index public.%I', entry.name)
  ; execute case
      when entry.made ~ ' INCLUDE \(' then regexp_replace(entry.made, ' INCLUDE \(', ' INCLUDE (wall_set, ')
      when entry.made ~ ', id\)' then regexp_replace(entry.made, ', id\)', ', id) INCLUDE (wall_set)')
      else regexp_replace(entry.made, '\)', ', wall_set)') end
  ; end loop
; end $$;
