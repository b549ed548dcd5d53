-- The cases that a notice was taken for, and until when. Its steps and emails from then name the case and its people, so
-- ethical walls ask about it, too.
create table former_cases (
  firm_id integer not null,
  inbox_item_id uuid not null,
  case_id uuid not null,
  until timestamp(3) with time zone not null,
  primary key (firm_id, inbox_item_id, case_id),
  foreign key (firm_id, inbox_item_id) references inbox_items (firm_id, id) on delete cascade
);
alter table deliveries add column former_case_ids uuid[] not null default '{}';
create index deliveries_former_case_ids_idx on deliveries using gin (former_case_ids) where former_case_ids <> '{}';

create function leave_cases() returns trigger language plpgsql as $$ declare former uuid[] := array(
    select id::uuid from jsonb_array_elements_text(old.outcomes #> '{match,result,caseIds}') formerly (id)
    except select id::uuid from jsonb_array_elements_text(new.outcomes #> '{match,result,caseIds}') still (id))
; begin
  if cardinality(former) = 0 then return null
  ; end if
; insert into public.former_cases (firm_id, inbox_item_id, case_id, until)
    select new.firm_id, new.id, unnest(former), clock_timestamp()
    on conflict (firm_id, inbox_item_id, case_id) do update set until = excluded.until
; update public.deliveries d set former_case_ids = array(select distinct unnest(d.former_case_ids || former))
    where d.firm_id = new.firm_id and d.inbox_item_id = new.id
; return null
; end $$;
create trigger leave_cases after update of outcomes on item_progress for each row
  when (old.outcomes ? 'match' and (old.outcomes #> '{match,result,caseIds}') is distinct from (new.outcomes #> '{match,result,caseIds}'))
  execute function leave_cases();
