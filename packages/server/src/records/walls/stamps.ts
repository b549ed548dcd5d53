import { createHash } from 'node:crypto'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { allWalled, type Lead, type Walled } from './leads.ts'
import { wallTable } from './walls.ts'

/**
 * When rows move behind other walls, up to this many are stamped in the same transaction; any more are left to
 * `apply.ts`.
 */
const mostAtOnce = 500

/**
 * Creates the triggers that stamp rows with the walls they are behind, from what the definitions say leads where: a row
 * is stamped no matter what writes it or with which statement. When the definitions have changed, every wall is applied
 * again.
 *
 * No row is missed, however writes overlap: a transaction that writes a row locks the rows it leads to against
 * restamping (`for key share`, which foreign keys request too), and a transaction that restamps a row first waits for
 * those that are about to refer to it (`for update`), and only then looks for the rows that do.
 */
export async function ensureStamps(trx: Trx): Promise<void> {
  const statements = allWalled().flatMap(statementsFor)
  const mark = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)
  const { rows } = await sql<{ mark: string | null }>`
    select obj_description(to_regproc('public.joined_wall_set'), 'pg_proc') as mark`.execute(trx)
  // With nothing to do, this must stay a read, as in the migration run.
  if (rows[0]?.mark === mark) return
  await sql.raw(dropAll).execute(trx)
  await sql.raw('grant create on schema public to courtcrier_system').execute(trx)
  for (const statement of statements) await sql.raw(statement).execute(trx)
  await sql.raw('revoke create on schema public from courtcrier_system').execute(trx)
  await sql.raw(`comment on function public.joined_wall_set is '${mark}'`).execute(trx)
  await sql.raw(applyAll).execute(trx)
}

const dropAll = `do $$ declare entry record; begin
  for entry in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname ~ '^(re)?stamp_walls_'
  loop execute format('drop function %s cascade', entry.name); end loop;
end $$`

const applyAll = `do $$ begin
  set local role courtcrier_system;
  insert into walls_to_apply (firm_id, id) select firm_id, id from ${wallTable}
    on conflict (firm_id, id) do update set revision = walls_to_apply.revision + 1;
  reset role;
end $$`

function statementsFor(walled: Walled): string[] {
  const { table } = walled
  return [
    ...triggerOf({ name: `stamp_walls_of_${table}`, table, body: stampOf(walled), events: stampEvents(walled) }),
    ...restampsBelow(walled),
    ...notesOfMoves(table),
    ...(table === wallTable ? [...restampAround(table), ...notesOfChanges(table)] : []),
  ]
}

interface Trigger {
  name: string
  table: string
  body: string
  /** When it runs, by trigger name. */
  events: Readonly<Record<string, string>>
}

/**
 * Like the views of firm-rows.ts, it belongs to the system's role, which finds rows by any index; it compares the firm
 * itself.
 */
function triggerOf({ name, table, body, events }: Trigger): string[] {
  return [
    `create function public.${name}() returns trigger language plpgsql security definer as $$ ${body} $$`,
    `alter function public.${name}() owner to courtcrier_system`,
    ...Object.entries(events).map(
      ([trigger, event]) =>
        `create trigger ${trigger} ${event.replace(' on ', ` on public.${table} `)} execute function public.${name}()`,
    ),
  ]
}

function stampEvents({ leads }: Walled): Trigger['events'] {
  const columns = [...leads.map(({ column }) => column), 'wall_set'].join(', ')
  return { stamp_walls: `before insert or update of ${columns} on for each row` }
}

/**
 * Replaces the stamp that was written, whatever it was, with that of the walls around the row and around what it leads
 * to.
 */
function stampOf({ leads, wallColumn }: Walled): string {
  return `declare led integer; sets integer[] := '{}'; walls uuid[] := '{}'; begin
    ${leads.map(setsOfLead).join('\n')}
    ${wallColumn ? `walls := array(select w.id from public.${wallTable} w where w.firm_id = new.firm_id and w.${wallColumn} = new.id);` : ''}
    new.wall_set := case when cardinality(sets) + cardinality(walls) = 0 then 0
      else public.joined_wall_set(new.firm_id, sets, walls) end;
    return new;
  end`
}

function setsOfLead({ column, isList, target }: Lead): string {
  const table = tableOf(target)
  return isList
    ? `if cardinality(new.${column}) > 0 then
        for led in select l.wall_set from public.${table} l
          where l.firm_id = new.firm_id and l.id = any(new.${column}) order by l.id for key share
        loop sets := sets || led; end loop;
      end if;`
    : `if new.${column} is not null then
        select l.wall_set into led from public.${table} l
          where l.firm_id = new.firm_id and l.id = new.${column} for key share;
        if led <> 0 then sets := sets || led; end if;
      end if;`
}

/** A column that leads to rows of this table. */
interface Below {
  table: string
  lead: Lead
}

function leadsTo({ resource }: Walled): Below[] {
  return allWalled().flatMap(({ table, leads }) =>
    leads.filter(({ target }) => target.name === resource.name).map((lead) => ({ table, lead })),
  )
}

/**
 * Restamps the rows that lead to one that moved behind other walls. Only lists can lead to a deleted or a new row: they
 * have no foreign keys.
 */
function restampsBelow(walled: Walled): string[] {
  const { table } = walled
  const below = leadsTo(walled)
  if (below.length === 0) return []
  const lists = below.filter(({ lead }) => lead.isList)
  const name = `restamp_walls_below_${table}`
  const changed = {
    restamp_walls: 'after update on for each row when (old.wall_set is distinct from new.wall_set)',
  }
  const madeOrGone = {
    restamp_walls_of_new: 'after insert on for each row when (new.wall_set <> 0)',
    restamp_walls_of_gone: 'after delete on for each row when (old.wall_set <> 0)',
  }
  return [
    ...triggerOf({ name, table, body: restampBody(table, below), events: changed }),
    ...(lists.length > 0
      ? triggerOf({ name: `${name}_by_lists`, table, body: restampBody(table, lists), events: madeOrGone })
      : []),
  ]
}

function restampBody(table: string, below: readonly Below[]): string {
  const counts = below.map(
    ({ table: leading, lead }) =>
      `(select count(*) from (select from public.${leading} d where ${leadsHere(lead)} limit ${mostAtOnce + 1}) counted)`,
  )
  return `declare
    here record := case when tg_op = 'DELETE' then old else new end;
    formerly integer := case when tg_op = 'INSERT' then 0 else old.wall_set end;
    reach integer;
  begin
    perform from public.${table} t where t.firm_id = here.firm_id and t.id = here.id for update;
    if current_setting('courtcrier.applies_walls', true) = 'on' then return null; end if;
    reach := coalesce(nullif(current_setting('courtcrier.rows_restamped', true), ''), '0')::integer + ${counts.join(' + ')};
    if reach > ${mostAtOnce} then
      perform public.apply_wall_sets_later(here.firm_id, formerly, case when tg_op = 'DELETE' then 0 else here.wall_set end);
      return null;
    end if;
    perform set_config('courtcrier.rows_restamped', reach::text, true);
    ${below.map(({ table: leading, lead }) => `update public.${leading} d set wall_set = 0 where ${leadsHere(lead)};`).join('\n')}
    return null;
  end`
}

/** Lists are empty in most rows, and their indexes leave those out. */
function leadsHere({ column, isList }: Lead): string {
  const isLed = isList ? `d.${column} <> '{}' and d.${column} @> array[here.id]` : `d.${column} = here.id`
  return `d.firm_id = here.firm_id and ${isLed}`
}

/** Restamps rows when a wall around them is added, removed or moved. */
function restampAround(table: string): string[] {
  const around = allWalled().flatMap(({ table: walled, wallColumn }) => (wallColumn ? [{ walled, wallColumn }] : []))
  const columns = around.map(({ wallColumn }) => wallColumn).join(', ')
  const updates = around.map(
    ({ walled, wallColumn }) => `update public.${walled} d set wall_set = 0
      where d.firm_id = coalesce(new.firm_id, old.firm_id) and d.id in (old.${wallColumn}, new.${wallColumn});`,
  )
  return triggerOf({
    name: 'restamp_walls_around',
    table,
    body: `begin ${updates.join('\n')} return null; end`,
    events: { restamp_walls_around: `after insert or delete or update of ${columns} on for each row` },
  })
}

/** Notes the walls that a row is behind since this write, for what was made before it (kept-out-since.ts). */
function notesOfMoves(table: string): string[] {
  const wallsOf = (row: 'new' | 'old') =>
    `select unnest(s.wall_ids) from public.wall_sets s where s.firm_id = ${row}.firm_id and s.id = ${row}.wall_set`
  return triggerOf({
    name: `stamp_walls_moves_of_${table}`,
    table,
    body: `begin
      insert into public.wall_moves (firm_id, wall_id, table_name)
        select new.firm_id, wall, '${table}' from (${wallsOf('new')} except ${wallsOf('old')}) moved (wall)
      on conflict do nothing;
      return null;
    end`,
    events: {
      note_wall_moves: `after update on for each row when (new.wall_set <> 0 and old.wall_set is distinct from new.wall_set)`,
    },
  })
}

/** Notes that a wall was added, or changed in whom or what it is about. */
function notesOfChanges(table: string): string[] {
  return triggerOf({
    name: `stamp_walls_changes_of_${table}`,
    table,
    body: `begin
      insert into public.wall_moves (firm_id, wall_id, table_name) values (new.firm_id, new.id, '${table}')
      on conflict do nothing;
      return null;
    end`,
    events: {
      note_wall_changes: 'after insert or update of wall_type, timekeeper_ids, matter_id, client_id on for each row',
    },
  })
}
