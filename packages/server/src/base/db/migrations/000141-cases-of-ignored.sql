-- A notice that was ignored for its case, with its filing, belonged to no case, so that no ethical wall around it held. Its
-- reason names the case.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update inbox_items i set case_id = named.case_id from (
      select t.firm_id, t.id, min(c.id::text)::uuid as case_id
      from inbox_items t join cases c on c.firm_id = t.firm_id
        and c.name = substring(t.reason from '^The case (.*) is .*, and the firm ignores such cases[.]$')
      where t.disposition = 'IGNORED' and t.case_id is null and t.reason like '%, and the firm ignores such cases.'
      group by 1, 2
    ) named where named.firm_id = i.firm_id and named.id = i.id
    ; update envelopes e set case_id = i.case_id from inbox_items i
      where i.firm_id = e.firm_id and i.envelope_id = e.id and i.disposition = 'IGNORED' and i.case_id is not null
        and i.reason like '%, and the firm ignores such cases.' and e.case_id is null
    ; reset role; end if; end $$;
