import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { sealedForTotp } from '../auth/factors/totp.ts'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { type AccountKind, findAccount, placeOf } from '../mail/mailboxes/grants/accounts.ts'

/** Secrets of one kind, and how many the box doesn't open; all of them if there is no key. */
export interface SealCount {
  label: string
  all: number
  unopened: number
}

type Box = SealingBox | undefined

/** Counts the secrets of one resource. */
export async function countSecrets(trx: Trx, resource: Resource, box: Box): Promise<SealCount> {
  const table = tableOf(resource)
  const columns = Object.keys(resource.fields)
    .filter((key) => resource.fields[key]?.kind === 'secret')
    .map(snakeCase)
  const isSet = columns.map((column) => sql`${sql.ref(column)} is not null`)
  const records = await readIfThere<DatabaseRecord>(trx, {
    table,
    query: sql`select * from ${sql.table(table)} where ${sql.join(isSet, sql` or `)}`,
  })
  const seals = records.flatMap((record) => {
    const destination = destinationOf(resource, rowOf(resource, record))
    return columns
      .flatMap((column) => (record[column] as Uint8Array | null) ?? [])
      .map((sealed): Seal => [sealed, destination])
  })
  return countOf(resource.label[1], seals, box)
}

/** Counts the sign-ins of people to mailboxes and sending accounts. */
export async function countMailSignIns(trx: Trx, box: Box): Promise<SealCount> {
  const grants = await readIfThere<{ firmId: number; id: string; kind: AccountKind; sealed: Uint8Array }>(trx, {
    table: 'mail_grants',
    query: sql`select firm_id as "firmId", id, refresh_token as sealed,
      case when mailbox_id is null then 'mail_sender' else 'mailbox' end as kind from mail_grants`,
  })
  const seals: Seal[] = []
  for (const { sealed, ...key } of grants) {
    const account = await findAccount(trx, key)
    if (account) seals.push([sealed, placeOf(key.kind, account.plain)])
  }
  return countOf('Sign-ins of mail accounts', seals, box)
}

/** Counts the authenticator apps that confirm their users. */
export async function countAuthenticators(trx: Trx, box: Box): Promise<SealCount> {
  const apps = await readIfThere<{ firmId: number; userId: string; sealed: Uint8Array }>(trx, {
    table: 'totp_factors',
    query: sql`select firm_id as "firmId", id as "userId", secret as sealed from totp_factors where secret is not null`,
  })
  const seals = apps.map(({ sealed, ...owner }): Seal => [sealed, sealedForTotp(owner)])
  return countOf('Authenticator apps', seals, box)
}

/** What is sealed, and for what. */
type Seal = readonly [Uint8Array, string]

function countOf(label: string, seals: readonly Seal[], box: Box): SealCount {
  const unopened = seals.filter(([sealed, destination]) => !box || !opens(box, sealed, destination)).length
  return { label, all: seals.length, unopened }
}

function opens(box: SealingBox, sealed: Uint8Array, destination: string): boolean {
  try {
    box.open(sealed, destination)
    return true
  } catch {
    return false
  }
}

/** Nothing for a table that an older schema doesn't have, which another check reports. */
async function readIfThere<Row>(
  trx: Trx,
  { table, query }: { table: string; query: ReturnType<typeof sql> },
): Promise<readonly Row[]> {
  const { rows: meta } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(trx)
  return meta[0]?.found ? ((await query.execute(trx)).rows as Row[]) : []
}
