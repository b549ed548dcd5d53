-- Until now walls held whatever the switch said. It is turned on for every firm, so that nothing behind a wall comes into
-- sight by the update; from here on it decides.
do $$ begin
  if exists (select from pg_policies where tablename = 'firms' and policyname = 'system_access') then
    set local role courtcrier_system; update firms f set internal_walls_enabled = true, internal_walls_state =
      case when exists (select from ethical_walls w where w.firm_id = f.firm_id) then 'applied' else 'unapplied' end
    ; reset role; end if; end $$;
alter table firms alter column internal_walls_enabled set default true;

-- When a firm turned its walls on: what was written down before may hold what they hide by now.
create table wall_switches (
  firm_id integer not null,
  id uuid not null,
  switched_on_at timestamp(3) with time zone not null,
  primary key (firm_id, id)
);

-- The state follows from the switch and the walls, whoever writes. Every look asks both as they are then, so nothing is
-- left to be applied once they are saved.
create function keep_walls_state() returns trigger language plpgsql as $$ begin
  new.internal_walls_state := case when new.internal_walls_enabled
      and exists (select from ethical_walls w where w.firm_id = new.firm_id) then 'applied' else 'unapplied' end
; if tg_op = 'UPDATE' then
    if new.internal_walls_enabled and not old.internal_walls_enabled then
      insert into wall_switches (firm_id, id, switched_on_at) values (new.firm_id, gen_random_uuid(), clock_timestamp())
    ; end if
  ; end if
; return new
; end $$;
create trigger firms_walls_state before insert or update of internal_walls_enabled, internal_walls_state on firms
  for each row execute function keep_walls_state();

-- The firm is locked before the walls are counted: of the last two walls removed at once the second sees the first.
create function renew_walls_state() returns trigger language plpgsql as $$
declare of_firm integer := case when tg_op = 'DELETE' then old.firm_id else new.firm_id end
; begin
  perform from firms f where f.firm_id = of_firm for update
; update firms f set internal_walls_state = f.internal_walls_state where f.firm_id = of_firm
; return null
; end $$;
create trigger ethical_walls_state after insert or delete on ethical_walls
  for each row execute function renew_walls_state();
