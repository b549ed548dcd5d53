-- The cases that a filing may be of while a person has to decide: ethical walls ask about these, too.
alter table envelopes add column possible_case_ids uuid[] not null default '{}';
create index envelopes_possible_case_ids_idx on envelopes using gin (possible_case_ids) where possible_case_ids <> '{}';

do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; with doubtful as (
      select i.firm_id, i.id, i.envelope_id, array_agg(distinct c.id) as ids
      from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
        cross join lateral jsonb_array_elements_text(
          coalesce(p.outcomes #> '{review,candidates}', '[]') || coalesce(p.outcomes #> '{review,matched}', '[]')) as named (id)
        join cases c on c.firm_id = i.firm_id and c.id = named.id::uuid
      where i.status = 'Action Required' and i.next_stage = 'match'
      group by 1, 2, 3
    ), item as (
      update inbox_items i set other_case_ids = d.ids from doubtful d where d.firm_id = i.firm_id and d.id = i.id
    ) update envelopes e set possible_case_ids = d.ids from doubtful d
      where d.firm_id = e.firm_id and d.envelope_id = e.id and e.case_id is null
    -- What undoes a choice restores all of these columns.
    ; update undo_rows set before = before || '{"possible_case_ids": []}' where table_name = 'envelopes' and action = 'part'
    ; reset role; end if; end $$;
