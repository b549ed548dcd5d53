import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

/** The rows of the transaction's firm, for a search; what is locked or changed is named by its table. */
export function firmRows(resource: Resource): RawBuilder<unknown> {
  return sql.table(`firm_rows.${tableOf(resource)}`)
}

/**
 * A view of each table that shows the rows of the transaction's firm and no others. Row-level security keeps the
 * database from using an index for a condition of which it cannot be sure that it tells nothing of the rows it is tried
 * on (LIKE, and lists that overlap); of a view's own condition it is not that careful. So the views belong to the
 * system's role, which sees all firms, and name the firm themselves. They can only be read.
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
