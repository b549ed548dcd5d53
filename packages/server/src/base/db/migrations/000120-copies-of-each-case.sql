-- The case that a copy is saved for: a filing of several cases has copies for each of them.
alter table document_copies
  add column case_id uuid,
  -- The key by which a DMS may know an unfinished copy, from before the case was part of the key.
  add column known_as text;
alter table document_copies add constraint document_copies_case_id_fkey foreign key (firm_id, case_id) references cases (firm_id, id);
create index document_copies_case_id_idx on document_copies (firm_id, case_id, wall_set) where case_id is not null;

-- Until now, copies were for the first case of their filing.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system
    -- Plans are compared with copies only while some of a filing aren't finished.
    ; update item_progress p set outcomes = jsonb_set(p.outcomes, '{store,result,copies}', (
      select coalesce(jsonb_agg(v.copy || jsonb_build_object('caseId', e.case_id, 'copyKey', (v.copy ->> 'copyKey') || ':' || e.case_id)
        order by v.n), '[]')
      from jsonb_array_elements(p.outcomes #> '{store,result,copies}') with ordinality as v (copy, n)))
    from inbox_items i join envelopes e on e.firm_id = i.firm_id and e.id = i.envelope_id
    where i.firm_id = p.firm_id and i.id = p.id and e.case_id is not null
      and jsonb_typeof(p.outcomes #> '{store,result,copies}') = 'array'
      and exists (select from document_copies c where c.firm_id = i.firm_id and c.envelope_id = i.envelope_id
        and c.status in ('new', 'started', 'delayed'))
    ; update document_copies c set case_id = e.case_id, copy_key = c.copy_key || ':' || e.case_id,
      known_as = case when c.status <> 'succeeded' then c.copy_key end
    from envelopes e where e.firm_id = c.firm_id and e.id = c.envelope_id and e.case_id is not null
    ; reset role; end if; end $$;
