import { permissionSubjects } from '@courtcrier/contract/access.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
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

/**
 * Each field is tested with two values that occur nowhere else; a role that is denied the field can't tell which one it
 * has.
 */
export const variants = [0, 1] as const
export type Variant = (typeof variants)[number]
export const canaries = ['Zyxalbrun', 'Wovmetkir'] as const

export interface DeniedField {
  resource: Resource
  key: string
}

export interface World {
  /** One record of each resource, all around the same filing. */
  ids: Readonly<Record<string, string>>
  /** Another record of each, for references to point to. */
  others: Readonly<Record<string, string>>
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
  const all: Pick<World, 'ids' | 'others'> = {
    ids: { ...ids, ...people.ids, firm: '1' },
    others: { ...others, ...people.others },
  }
  await connect(api, all.ids)
  const before = new Map<string, AnyRow>()
  const remember = async (trx: Trx, resource: Resource, key: string) => {
    const column = resource.fields[key]?.within ?? snakeCase(key)
    const where = resource.isSingleton ? sql`firm_id = 1` : sql`firm_id = 1 and id = ${all.ids[resource.name]}::uuid`
    const table = sql.table(tableOf(resource))
    const name = `${resource.name} ${column}`
    if (before.has(name)) return
    const copy = sql.table(`kept_${before.size}`)
    await sql`create table ${copy} as select ${sql.ref(column)} as v from ${table} where ${where}`.execute(trx)
    before.set(name, {})
    undo.push((again) =>
      sql`update ${table} set ${sql.ref(column)} = (select v from ${copy}) where ${where}`.execute(again),
    )
  }
  const undo: ((trx: Trx) => Promise<unknown>)[] = []
  return {
    ...all,
    plant: async ({ resource, key }, variant) => {
      try {
        await withSystem(api.services.database, async (trx) => {
          await sql`reset role`.execute(trx)
          await remember(trx, resource, key)
          await plantValue(trx, {
            resource,
            key,
            value: plantedValue(resource, key, { variant, world: all }),
            id: all.ids[resource.name],
          })
        })
        return undefined
      } catch (error) {
        return String(error)
      }
    },
    restore: async () => {
      for (const back of undo)
        await withSystem(api.services.database, async (trx) => {
          await sql`reset role`.execute(trx)
          await back(trx)
        })
    },
  }
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

/** Returns the value to plant in a field; for a reference, either of the two records. */
function plantedValue(
  resource: Resource,
  key: string,
  { variant, world }: { variant: Variant; world: Pick<World, 'ids' | 'others'> },
): unknown {
  const field = resource.fields[key] as Field
  const word = canaries[variant]
  const plain = wordValue(field, word) ?? otherValue(field, variant)
  if (plain !== undefined) return plain
  if (!field.resource) return word
  const name = field.resource
  const id = name === 'ecfx_jurisdiction' ? ['cand', 'nysd'][variant] : (variant === 0 ? world.ids : world.others)[name]
  return field.kind === 'referenceList' ? [id] : id
}

function wordValue({ kind, patternCode }: Field, word: string): unknown {
  const small = word.toLowerCase()
  if (kind === 'email') return `${small}@one.example`
  if (kind === 'emailList') return [`${small}@one.example`]
  if (kind === 'domainList') return [`${small}.example`]
  if (kind === 'map') return { [small]: word }
  if (patternCode === 'not_url') return `https://${small}.example`
  return undefined
}

function otherValue({ kind, values, min }: Field, variant: Variant): unknown {
  if (kind === 'number') return (min ?? 0) + 41 + variant
  if (kind === 'select') return values?.[variant]
  if (kind === 'textList') return [values?.[variant] ?? canaries[variant]]
  if (kind === 'timeZone') return ['America/New_York', 'Pacific/Chatham'][variant]
  if (kind === 'boolean') return variant === 1
  if (kind === 'date') return ['1931-03-07', '1947-08-09'][variant]
  if (kind === 'timestamp') return ['2026-03-07T09:00:00.123Z', '2026-04-09T11:00:00.456Z'][variant]
  if (kind === 'timeOfDay') return ['03:07', '04:09'][variant]
  if (kind === 'color') return ['#310709', '#470809'][variant]
  return undefined
}

/** Creates a filing with its case, matter and client, and everything that results from a filing. */
async function plantAll(api: TestApi): Promise<Record<string, string>> {
  const filing = await plantFiling(api.services, { documents: [{ title: 'Order', number: '1', content: '%PDF-1.4' }] })
  const [delivery, copy, judge, event] = [newId(), newId(), newId(), newId()]
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
    await sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      values (1, ${newId()}::uuid, ${filing.itemId}::uuid, 'match', 'done', 'Chosen.', ${api.userIds[1].Docketing}::uuid)`.execute(
      trx,
    )
    await sql`insert into inbox_notes (firm_id, id, inbox_item_id, author_id, text)
      values (1, ${newId()}::uuid, ${filing.itemId}::uuid, ${api.userIds[1].Docketing}::uuid, 'Seen')`.execute(trx)
    await sql`update inbox_items set raw_content = ${raw.sha256} where id = ${filing.itemId}::uuid`.execute(trx)
    const review = { candidates: [filing.caseId], doubts: [{ caseId: filing.caseId, about: ['name'] }] }
    await sql`update item_progress set outcomes = ${JSON.stringify({ review })}::text::jsonb
      where id = ${filing.itemId}::uuid`.execute(trx)
    return {
      ...found,
      ...{ case: filing.caseId, envelope: filing.envelopeId, document: document?.id ?? '', judge, delivery },
      ...{ inbox_item: filing.itemId, document_copy: copy, storage_policy: filing.policyId, system_event: event },
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
      const to = field.resource && (field.resource === 'ecfx_jurisdiction' ? 'cand' : ids[field.resource])
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
