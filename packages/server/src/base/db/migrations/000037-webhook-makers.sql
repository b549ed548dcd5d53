-- Who directed a webhook to its address: made it, or changed the address last. It is told nothing that an ethical wall
-- keeps this person out of. The row outlives its webhook, which may come back by an undo.
create table webhook_makers (
  firm_id integer not null,
  id uuid not null,
  user_id uuid not null,
  primary key (firm_id, id)
);

-- Of those that are there the log knows who made them.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; insert into webhook_makers (firm_id, id, user_id)
      select distinct on (w.firm_id, w.id) w.firm_id, w.id, e.user_id
      from webhooks w join system_events e on e.firm_id = w.firm_id and e.entity = 'webhook' and e.entity_id = w.id::text
        and e.type = 'object create' and e.user_id is not null
      order by w.firm_id, w.id, e.created_at desc
    ; reset role; end if; end $$;
