-- The cases that a notice might have been of, until it was known of which it is: what people noted on it until then may be
-- of those, so ethical walls ask about them as about cases that it was taken for.
create function leave_possible_cases() returns trigger language plpgsql as $$ begin
  insert into public.former_cases (firm_id, inbox_item_id, case_id, until)
    select new.firm_id, new.id, possible.id, clock_timestamp()
    from (select unnest(old.other_case_ids) except select unnest(new.other_case_ids)) possible (id)
    where possible.id is distinct from new.case_id
    on conflict (firm_id, inbox_item_id, case_id) do update set until = excluded.until
; return null
; end $$;
create trigger leave_possible_cases after update of other_case_ids on inbox_items for each row
  when (old.other_case_ids <> '{}' and old.other_case_ids is distinct from new.other_case_ids)
  execute function leave_possible_cases();
