-- The further cases of a filing that reaches several: ethical walls ask about every case that a filing leads to.
alter table envelopes add column other_case_ids uuid[] not null default '{}';
create index envelopes_other_case_ids_idx on envelopes using gin (other_case_ids);

do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; update envelopes e set other_case_ids = o.ids from (
      select i.firm_id, i.envelope_id, array_agg(distinct c.id) as ids
      from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
        cross join lateral jsonb_array_elements_text(coalesce(p.outcomes #> '{match,result,caseIds}', '[]')) as matched (id)
        join cases c on c.firm_id = i.firm_id and c.id = matched.id::uuid
      where i.envelope_id is not null and c.id is distinct from i.case_id
      group by 1, 2
    ) o where o.firm_id = e.firm_id and o.envelope_id = e.id
    ; reset role; end if; end $$;
