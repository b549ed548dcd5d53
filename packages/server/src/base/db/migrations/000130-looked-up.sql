-- The accounts of a timekeeper, looked up for the filer of each notice: without it, all of the firm's accounts were read.
create index users_timekeeper_id_idx on users (firm_id, timekeeper_id) where timekeeper_id is not null;

-- The stage at which a notice stopped. An index with next_stage would end the updates that need no index entry (000013),
-- since it changes with every stage; this doesn't change while a notice is being processed.
alter table inbox_items add column stopped_stage text;
create function note_stopped_stage() returns trigger language plpgsql as $$ begin
  new.stopped_stage := case when new.status not in ('New', 'Started', 'Retry') then new.next_stage end
; return new
; end $$;
create trigger inbox_items_stopped before insert or update of status, next_stage on inbox_items for each row
  when (new.stopped_stage is distinct from case when new.status not in ('New', 'Started', 'Retry') then new.next_stage end)
  execute function note_stopped_stage();

do $$ begin
  if exists (select from pg_policies where tablename = 'inbox_items' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update inbox_items set stopped_stage = next_stage where next_stage is not null and status not in ('New', 'Started', 'Retry')
    ; reset role; end if; end $$;
create index inbox_items_stopped_idx on inbox_items (firm_id, stopped_stage, received_at, id)
  where stopped_stage is not null;
