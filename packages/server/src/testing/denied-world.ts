import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { columnValues } from '../base/db/rows.ts'
import { insert, plantFiling } from '../outbox/copies/test-filing.ts'
import type { TestApi } from './api.ts'
import { makeExamples } from './examples.ts'
import { type PlantedRecords, plantedValue, type Variant } from './planted-values.ts'

export interface DeniedField {
  resource: Resource
  key: string
}

export interface World extends PlantedRecords {
  /** Sets a field of the resource's record; returns the error if the database refuses. */
  plant: (denied: DeniedField, variant: Variant) => Promise<string | undefined>
  restore: () => Promise<void>
}

/** The resources whose rows a firm stores and that a role can be denied. */
export const kept = resources.filter(
  ({ isVirtual, subject }) => !isVirtual && (permissionSubjects as readonly string[]).includes(subject),
)

/** Creates a filing with everything around it, and a second record of everything. */
export async function makeWorld(api: TestApi): Promise<World> {
  const [first, second] = [await plantAll(api), await plantAll(api)]
  const { idOfNew } = makeExamples(api)
  const ids: Record<string, string> = { ...first }
  const others: Record<string, string> = { ...second }
  for (const { name, isReadOnly, isSingleton } of kept) {
    if (isReadOnly || isSingleton) continue
    ids[name] ??= await idOfNew(name)
    others[name] ??= await idOfNew(name)
  }
  const people = { ids: { user: api.userIds[1].Docketing }, others: { user: api.userIds[1]['View Only'] } }
  const all: PlantedRecords = {
    ids: { ...ids, ...people.ids, ...credentialOf(ids), ecfx_jurisdiction: 'cand', firm: '1' },
    others: { ...others, ...people.others, ...credentialOf(others), ecfx_jurisdiction: 'nysd' },
  }
  await connect(api, all.ids)
  const before = new Map<string, (trx: Trx) => Promise<unknown>>()
  // In its own transaction: a value that the database refuses must not take back the copy that `restore` reads.
  const remember = async ({ resource, key }: DeniedField) => {
    const column = resource.fields[key]?.within ?? snakeCase(key)
    const name = `${resource.name} ${column}`
    if (before.has(name)) return
    const where = resource.isSingleton ? sql`firm_id = 1` : sql`firm_id = 1 and id = ${all.ids[resource.name]}::uuid`
    const table = sql.table(tableOf(resource))
    const copy = sql.table(`kept_${before.size}`)
    await asOwner(api, (trx) =>
      sql`create table ${copy} as select ${sql.ref(column)} as v from ${table} where ${where}`.execute(trx),
    )
    before.set(name, (trx) =>
      sql`update ${table} set ${sql.ref(column)} = (select v from ${copy}) where ${where}`.execute(trx),
    )
  }
  return {
    ...all,
    plant: async (denied, variant) => {
      const { resource, key } = denied
      await remember(denied)
      const value = plantedValue(resource, key, { variant, world: all })
      try {
        await asOwner(api, (trx) => plantValue(trx, { resource, key, value, id: all.ids[resource.name] }))
        return undefined
      } catch (error) {
        return String(error)
      }
    },
    restore: async () => {
      for (const back of before.values()) await asOwner(api, back)
    },
  }
}

/** The row of a credential among those of every kind has the same ID. */
function credentialOf({ generic_credential: credential = '' }: World['ids']): World['ids'] {
  return { credential }
}

/** Runs as the owner of the tables, whom row-level security and grants don't hold. */
function asOwner<T>(api: TestApi, run: (trx: Trx) => Promise<T>): Promise<T> {
  return withSystem(api.services.database, async (trx) => {
    await sql`reset role`.execute(trx)
    return run(trx)
  })
}

async function plantValue(
  trx: Trx,
  { resource, key, value, id }: { resource: Resource; key: string; value: unknown; id: string | undefined },
): Promise<void> {
  const box = { seal: (text: string) => Buffer.from(text) }
  const columns = columnValues(resource, { [key]: value }, { box, isNew: false })
  const parts = [...columns].map(([column, expression]) => sql`${sql.ref(column)} = ${expression}`)
  const where = resource.isSingleton ? sql`true` : sql`id = ${id}::uuid`
  const done = await sql`update ${sql.table(tableOf(resource))} set ${sql.join(parts)}
    where firm_id = 1 and ${where} returning 1`.execute(trx)
  expect(done.rows.length, `${resource.name}.${key}`).toBe(1)
}

/** What was read of the filing's notice. */
const readNotice = {
  kind: 'filing',
  format: 'cmecf-nef',
  courtId: { value: 'cand', from: 'body' },
  cases: [
    {
      name: { value: 'Acme, Inc. v. Doe', from: 'body' },
      docketNumber: { value: '3:26-cv-04417-RS', from: 'body' },
      parts: { judges: ['RS'] },
    },
  ],
  documents: [],
  recipients: [{ name: 'Ann Lee', emails: ['a.lee@one.example'], isServedElectronically: true }],
}

/** Creates a filing with its case, matter and client, and everything that results from a filing. */
async function plantAll(api: TestApi): Promise<Record<string, string>> {
  const filing = await plantFiling(api.services, {
    envelope: { court_envelope_id: newId() },
    documents: [{ title: 'Order', number: '1', content: '%PDF-1.4' }],
  })
  const [delivery, copy, judge, event, run, signIn] = [newId(), newId(), newId(), newId(), newId(), newId()]
  const raw = await api.services.blobs.put(Buffer.from('Subject: Notice\r\nFrom: clerk@court.example\r\n\r\nHello'))
  return withSystem(api.services.database, async (trx) => {
    const { rows } = await sql<Record<'matter' | 'client' | 'jurisdiction', string>>`
      select m.id as matter, m.client_id as client, c.jurisdiction_id as jurisdiction
      from cases c join matters m on m.id = c.matter_id where c.id = ${filing.caseId}::uuid`.execute(trx)
    const [found] = rows
    if (!found) throw new Error('the filing has no case')
    const [document] = filing.documents
    const of = { firm_id: 1, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId }
    const told = { email: 'a.lee@one.example', method: 'PDF', message_id: delivery, status: 'sent', attempts: 1 }
    await insert(trx, 'deliveries', { ...of, id: delivery, ...told })
    const stored = { storage_policy_id: filing.policyId, file_id: document?.fileId, copy_key: copy }
    await insert(trx, 'document_copies', { ...of, id: copy, document_id: document?.id, ...stored })
    await insert(trx, 'judges', { firm_id: 1, id: judge, name: `Judge ${judge}`, jurisdiction_id: found.jurisdiction })
    await insert(trx, 'system_events', {
      ...{ firm_id: 1, id: event, level: 'AUDIT', type: 'object update', sentence: 'Case "Acme" was changed.' },
      ...{ entity: 'case', entity_id: filing.caseId, record_title: 'Acme', user_id: api.userIds[1].Administrator },
    })
    await insert(trx, 'import_runs', {
      ...{ firm_id: 1, id: run, entity: 'case', file_name: 'cases.csv', mode: 'dry_run', status: 'checked' },
      user_id: api.userIds[1].Administrator,
    })
    await insert(trx, 'sign_ins', {
      ...{ firm_id: 1, id: signIn, user_id: api.userIds[1].Docketing, outcome: 'SIGNED_IN', way: 'PASSWORD' },
      ...{ program: 'Chrome on Mac', network: '198.51.100.7', place: 'Canada' },
    })
    await sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      values (1, ${newId()}::uuid, ${filing.itemId}::uuid, 'match', 'done', 'Chosen.', ${api.userIds[1].Docketing}::uuid)`.execute(
      trx,
    )
    await sql`insert into inbox_notes (firm_id, id, inbox_item_id, author_id, text)
      values (1, ${newId()}::uuid, ${filing.itemId}::uuid, ${api.userIds[1].Docketing}::uuid, 'Seen')`.execute(trx)
    await sql`update inbox_items set raw_content = ${raw.sha256} where id = ${filing.itemId}::uuid`.execute(trx)
    const review = { candidates: [filing.caseId], doubts: [{ caseId: filing.caseId, about: ['name'] }] }
    const outcomes = { review, parse: { result: { notice: readNotice } } }
    await sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb
      where id = ${filing.itemId}::uuid`.execute(trx)
    return {
      ...found,
      ...{ case: filing.caseId, envelope: filing.envelopeId, document: document?.id ?? '', judge, delivery },
      ...{
        inbox_item: filing.itemId,
        document_copy: copy,
        storage_policy: filing.policyId,
        system_event: event,
        import_run: run,
        sign_in: signIn,
      },
    }
  })
}

/** Fills the references of the filing's records, so that every path leads to a record. */
async function connect(api: TestApi, ids: Readonly<Record<string, string>>): Promise<void> {
  const references = [
    'case',
    'matter',
    'client',
    'inbox_item',
    'delivery',
    'timekeeper',
    'timekeeper_group',
    'firm',
    'judge',
  ]
  for (const name of references) {
    const resource = getResource(name)
    for (const [key, field] of Object.entries(resource.fields)) {
      const to = field.resource && ids[field.resource]
      if (!to || field.isComputed || to === ids[name]) continue
      await withSystem(api.services.database, (trx) =>
        plantValue(trx, { resource, key, value: field.kind === 'referenceList' ? [to] : to, id: ids[name] }),
      )
    }
  }
}

/** Returns the fields that a role can be denied and that are stored in a row. */
export function deniable(resource: Resource): readonly string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.kind !== 'secret' && field.kind !== 'file' && !field.isComputed)
    .map(([key]) => camelCase(key))
}

/** Gives the Manager a role with full access to everything except these fields. */
export async function denyFields(api: TestApi, denied: readonly DeniedField[]): Promise<void> {
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const fields: Record<string, AnyRow> = {}
  for (const { resource, key } of denied) {
    const name = `${resource.subject}_permissions`
    fields[name] = { ...fields[name], [snakeCase(key)]: 'DENY' }
  }
  const body = { name: newId(), ...grants, ...fields, user_ids: [api.userIds[1].Manager] }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  expect(made.status, made.text).toBe(201)
  const known = async () => (await api.call({ as: 'Manager', url: '/api/v1/auth/me.json' })).json().security_role_id
  await expect.poll(known).toBe(made.json().id)
}
