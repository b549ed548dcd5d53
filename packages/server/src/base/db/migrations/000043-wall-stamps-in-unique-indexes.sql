-- As 000041 did for other indexes: a count by a reference that leads a unique index, such as the cases of a
-- jurisdiction, is answered by the index alone, also for a viewer whom walls keep out.
do $$
declare entry record
; begin
  for entry in
    select c.relname as name, pg_get_indexdef(c.oid) as made
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_am a on a.oid = c.relam
    where t.relnamespace = 'public'::regnamespace and a.amname = 'btree' and i.indisunique and not i.indisprimary
      and t.relname in ('clients', 'matters', 'cases', 'envelopes', 'inbox_items', 'documents', 'deliveries', 'document_copies')
      and pg_get_indexdef(c.oid) ~ '\(firm_id, \w+_id,' and pg_get_indexdef(c.oid) !~ ' INCLUDE \('
  loop
    execute format('drop index public.%I', entry.name)
  ; execute regexp_replace(entry.made, '\)', ') INCLUDE (wall_set)')
  ; end loop
; end $$;
