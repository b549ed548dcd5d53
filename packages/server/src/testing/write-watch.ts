import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { webhookEvents } from '@courtcrier/contract/resources/webhook.ts'
import { sql } from 'kysely'
import { announce, type Change } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { forgetWanted } from '../records/happenings/happenings.ts'
import type { TestApi } from './api.ts'

/** What a write left behind, without anything that differs from one row to the next. */
export interface WhatFollowed {
  /** The row's columns; absent if it doesn't exist. */
  row?: AnyRow
  /** The lines of the firm's log about it. */
  events: readonly object[]
  /** The events of webhook calls about it. */
  calls: readonly string[]
  /** The resources announced, with `this` if the row was named. */
  announced: readonly string[]
}

/** The ID of the row that was written, if it is known, and why it was refused. */
export interface Attempted {
  id?: string | undefined
  refused: readonly string[]
  /** Refused before any row was read. */
  isRefusedUnread?: boolean
}

/** The result of a write: why it was refused, if it was, and everything that followed. */
export type WriteResult = WhatFollowed & Attempted

export type WriteWatch = (resource: Resource, act: () => Promise<Attempted>) => Promise<WriteResult>

/** Opens a watch over firm 1, with a webhook for every event: it runs a write and collects everything that followed. */
export async function openWriteWatch(api: TestApi): Promise<WriteWatch> {
  const hookId = await addWebhook(api)
  const stream = watchStream(api)
  return async (resource, act) => {
    await stream.take()
    const since = newId()
    const attempted = await act()
    const id = attempted.id ?? (await newestId(api, resource, since))
    return {
      ...attempted,
      id,
      ...(await rowOf(api, resource, id)),
      events: await eventsOf(api, { resource, id, since }),
      calls: await callsOf(api, { hookId, id, since }),
      announced: (await stream.take()).map(({ entity, ids }) => `${entity}${id && ids.includes(id) ? ' this' : ''}`),
    }
  }
}

async function addWebhook(api: TestApi): Promise<string> {
  const id = newId()
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`insert into webhooks (firm_id, id, name, url, events)
      values (1, ${id}::uuid, 'Watch', 'https://watch.invalid', ${[...webhookEvents]}::text[])`.execute(trx)
    forgetWanted(trx, 1)
  })
  return id
}

/** Announcements that follow from the way, not from the write. */
const ofTheWay = /^(?:job:.*|system_event|import_run|webhook_call)$/

function watchStream({ services }: TestApi) {
  const heard: Change[] = []
  const waiting = new Map<string, () => void>()
  services.feed.subscribe((change) => {
    const reached = change.entity === marker ? waiting.get(change.ids[0] ?? '') : undefined
    if (reached) reached()
    else heard.push(change)
  })
  return {
    /** Returns the announcements since the last time. They arrive in order: those before the marker have arrived. */
    take: async () => {
      const id = newId()
      const arrived = new Promise<void>((resolve) => waiting.set(id, resolve))
      await withFirm(services.database, 1, (trx) => announce(trx, { firmId: 1, entity: marker, ids: [id] }))
      await arrived
      return heard.splice(0).filter(({ entity, firmId }) => firmId === 1 && !ofTheWay.test(entity))
    },
  }
}

const marker = 'write_watch'

async function newestId(api: TestApi, resource: Resource, since: string): Promise<string | undefined> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ id: string }>`select id from ${sql.table(tableOf(resource))} where id > ${since}::uuid
      order by id desc limit 1`.execute(trx),
  )
  return rows[0]?.id
}

/** The row without what is its own, such as its sealed secrets. */
async function rowOf(api: TestApi, resource: Resource, id: string | undefined): Promise<{ row?: AnyRow }> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ row: AnyRow }>`select to_jsonb(t) as row from ${sql.table(tableOf(resource))} t
      where id = ${id ?? null}${resource.idKind === 'number' ? sql`::integer` : sql`::uuid`}`.execute(trx),
  )
  return rows[0] ? { row: withoutOwn(resource, rows[0].row) } : {}
}

function withoutOwn(resource: Resource, values: AnyRow): AnyRow {
  const known = new Map(Object.entries(resource.fields).map(([key, field]) => [snakeCase(key), field]))
  const isOwn = (name: string, value: unknown) =>
    ownColumns.has(name) ||
    (known.get(name)?.kind === 'secret' && value !== 'set') ||
    // What a search compares, derived from the others.
    (!known.has(name) && /_key(_back)?$/.test(name))
  const kept = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isOwn(name, value)))
  const text = JSON.stringify(kept).replace(ownName, 'S')
  return JSON.parse(text.replace(timestamp, (time) => (isLately(time) ? 'lately' : time))) as AnyRow
}

const ownColumns = new Set(['id', 'created_at', 'updated_at', 'wall_set'])

/** Name that a test gives to a row that must have its own. */
const ownName = /\b[sS]-\d+\b/g

const timestamp = /\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g

/** A time that the server took from its clock, such as since when a mailbox is read: each way writes at its own. */
function isLately(time: string): boolean {
  return Math.abs(Date.now() - Date.parse(time)) < 3_600_000
}

interface Since {
  id: string | undefined
  since: string
}

async function eventsOf(api: TestApi, { resource, id, since }: Since & { resource: Resource }): Promise<object[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ type: string; level: string; sentence: string; details: string | null }>`
      select type, level, sentence, details from system_events
      where entity = ${resource.name} and entity_id = ${id ?? ''} and id > ${since}::uuid and type <> 'undo'
      order by id`.execute(trx),
  )
  return rows.map(({ sentence, details, ...event }) => ({
    ...event,
    sentence: sentence.replace(/ by (?:an import|an undo|a notice)\.$/, '.').replace(ownName, 'S'),
    details: details === null ? null : withoutOwn(resource, JSON.parse(details) as AnyRow),
  }))
}

async function callsOf(api: TestApi, { hookId, id, since }: Since & { hookId: string }): Promise<string[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ event: string }>`select event from webhook_calls
      where webhook_id = ${hookId}::uuid and id > ${since}::uuid and payload->>'entityId' = ${id ?? ''}
      order by event`.execute(trx),
  )
  return rows.map(({ event }) => event)
}
