import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

/** The rows of the transaction's firm, for a search; locked or changed rows are named by their table. */
export function firmRows(resource: Resource): RawBuilder<unknown> {
  return sql.table(`firm_rows.${tableOf(resource)}`)
}

/**
 * A view of each table that shows only the rows of the transaction's firm. Row-level security keeps the database from
 * using an index for a condition that might leak something about the rows it is tried on (LIKE, and overlapping lists);
 * for a view's own condition it isn't that careful. So the views belong to the system's role, which sees all firms, and
 * filter by firm themselves. They are read-only.
 */
export async function showFirmRows(trx: Trx): Promise<void> {
  await sql
    .raw(`do $$
declare entry record;
begin
  create schema firm_rows;
  grant usage on schema firm_rows to courtcrier_app;
  grant usage, create on schema firm_rows to courtcrier_system;
  for entry in select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('create view firm_rows.%1$I as select * from public.%1$I
      where firm_id = nullif(current_setting(''courtcrier.firm_id'', true), '''')::integer', entry.name);
    execute format('grant select on firm_rows.%I to courtcrier_app', entry.name);
    execute format('alter view firm_rows.%I owner to courtcrier_system', entry.name);
  end loop;
  revoke create on schema firm_rows from courtcrier_system;
end $$`)
    .execute(trx)
}
