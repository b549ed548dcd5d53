import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { openTurns } from '@courtcrier/lib/turns.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { ClaimedJob } from '../base/db/job.ts'
import { productRoutes } from '../http/routes.ts'
import { openExclusive } from '../notices/pipeline/exclusive.ts'
import { chatKind } from '../outbox/chats/kind.ts'
import { copyKind } from '../outbox/copies/kind.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { deliveryKind } from '../outbox/deliveries/kind.ts'
import { digestKind } from '../outbox/digests/kind.ts'
import { claimAllDue } from '../outbox/digests/schedule.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { openMailCatcher } from '../outbox/mail/test-mail-server.ts'
import { openKind } from '../outbox/run.ts'
import { callKind } from '../outbox/webhooks/kind.ts'
import { openTestApi, type TestApi, type TestRole } from './api.ts'
import { processItem } from './process-item.ts'

/** A filing in a matter of its own, everything of which contains this word and no other filing does. */
export interface MarkedFiling extends TestFiling {
  word: string
  matterId: string
}

/** What left the program, with where it went. */
export interface Left {
  by: 'mail' | 'copy' | 'call' | 'chat'
  /** Email addresses, the folder of a DMS, or the path of a webhook, a chat channel or a DMS elsewhere. */
  to: string
  /** Everything that was sent, decoded. */
  text: string
}

/**
 * A firm with what leaves it: a mail server, a receiver of calls, and folders as DMSs. Nothing leaves on its own:
 * `send` runs everything that waits.
 */
export interface DirectedWorld {
  api: TestApi
  /** Where webhooks and messages to channels go, and where documents can be put; a path tells one from another. */
  hookUrl: string
  system: (work: RawBuilder<unknown>) => Promise<readonly AnyRow[]>
  plant: (word: string) => Promise<MarkedFiling>
  /** Creates or changes a record; fails unless it is accepted. */
  write: (as: TestRole, method: 'POST' | 'PUT', url: string, body: object) => Promise<AnyRow>
  /** Processes the filing's notice from the choice of its recipients on. */
  notice: (filing: MarkedFiling) => Promise<void>
  /** Processes an item from the stage that it is at. */
  process: (itemId: string) => Promise<void>
  /** Sends every email, message, copy and webhook call that waits, then the reports, and returns what has left. */
  send: () => Promise<readonly Left[]>
  /** Returns everything that has left by now. */
  left: () => Promise<readonly Left[]>
  /** What happened to the filing's notice, as its history says. */
  history: (filing: MarkedFiling) => Promise<string>
  forget: () => Promise<void>
  close: () => Promise<void>
}

export async function openDirectedWorld(): Promise<DirectedWorld> {
  const catcher = await openMailCatcher()
  const hooks = await openReceiver()
  const api = await openTestApi({
    register: productRoutes,
    environment: {
      COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1',
      COURTCRIER_ALLOW_PRIVATE_STORES: '127.0.0.1',
      COURTCRIER_MAIL_FROM: 'courtcrier@one.example',
    },
  })
  const { services } = api
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
  const system: DirectedWorld['system'] = async (work) =>
    (await withSystem(services.database, (trx) => work.execute(trx))).rows as AnyRow[]
  const folder = services.config.storageFolder
  const { exclusive, close: closeExclusive } = openExclusive(services.database)
  const turns = openTurns({ mostTogether: 1, mostOfFirm: 1 })
  const process = (itemId: string) => processItem(services, { exclusive, turns }, itemId)
  const left = async () => {
    const heard = [...hooks.heard]
    return [...(await mailsOf(catcher.parsed)), ...(await filesOf(folder)), ...heard]
  }
  return {
    api,
    hookUrl: hooks.url,
    system,
    plant: (word) => plantMarked(api, system, word),
    write: async (as, method, url, body) => {
      const answer = await api.call({ as, method, url: `/api/v1/${url}`, body })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json()
    },
    notice: async (filing) => {
      await renew(system, filing)
      await process(filing.itemId)
    },
    process,
    send: async () => {
      const kinds = [
        { run: openKind(deliveryKind(services, mail)).run, table: 'deliveries', status: 'waiting' },
        { run: openKind(chatKind(services)).run, table: 'chat_messages', status: 'waiting' },
        { run: openKind(copyKind(services)).run, table: 'document_copies', status: 'new' },
        { run: openKind(callKind(services)).run, table: 'webhook_calls', status: 'waiting' },
      ]
      for (const kind of kinds) await runWaiting(system, kind)
      // Reports are due once a day.
      await claimAllDue(services, new Date(Date.now() + dayMs))
      await runWaiting(system, { run: openKind(digestKind(services, mail)).run, table: 'digests', status: 'waiting' })
      return left()
    },
    left,
    history: async ({ itemId }) => {
      const lines = await system(
        sql`select sentence from history where inbox_item_id = ${itemId}::uuid order by at, id`,
      )
      return lines.map(({ sentence }) => String(sentence)).join('\n')
    },
    forget: async () => {
      catcher.caught.length = 0
      hooks.heard.length = 0
      await rm(folder, { recursive: true, force: true })
    },
    close: async () => {
      await mail.close()
      await catcher.close()
      await hooks.close()
      await closeExclusive()
      await api.close()
    },
  }
}

/** Where channels are below `hookUrl`. */
export const chatPath = '/chat/'

async function openReceiver() {
  const heard: Left[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const to = decodeURIComponent(request.url ?? '')
    const body = Buffer.concat(chunks).toString()
    // No document is there before it is put there.
    if (request.method === 'GET' || request.method === 'HEAD') return response.writeHead(404).end()
    if (request.method === 'PUT') heard.push({ by: 'copy', to, text: `${to}\n${body}` })
    else heard.push({ by: to.startsWith(chatPath) ? 'chat' : 'call', to, text: body })
    response.end('thanks')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { heard, url: `http://127.0.0.1:${port}`, close }
}

/** Each value has a word of its own, such as `Zinctext`, so that one sees which of them was sent. */
async function plantMarked(api: TestApi, system: DirectedWorld['system'], word: string): Promise<MarkedFiling> {
  const filing = await plantFiling(api.services, {
    documents: [{ title: `${word}title`, number: '1', content: `%PDF-1.4 ${word}file` }],
    envelope: {
      case_name: `${word}case v. Doe`,
      docket_text: `MOTION: ${word}text`,
      event: `${word}event`,
      docket_number: `1:26-cv-${word}number`,
      filed_by: `${word}filer`,
    },
  })
  const [row] = await system(sql`select matter_id, client_id from cases c join matters m on m.id = c.matter_id
    where c.id = ${filing.caseId}::uuid`)
  await system(sql`update cases set name = ${`${word}case v. Doe`}, case_number = ${`1:26-cv-${word}number`}
    where id = ${filing.caseId}::uuid`)
  await system(sql`update matters set name = ${`${word}matter`} where id = ${row?.matter_id}::uuid`)
  await system(sql`update clients set name = ${`${word}client`} where id = ${row?.client_id}::uuid`)
  return { ...filing, word, matterId: String(row?.matter_id) }
}

/** The notice as it is before its recipients are chosen, with nothing sent for it yet. */
async function renew(system: DirectedWorld['system'], { itemId, envelopeId, caseId, word }: MarkedFiling) {
  const notice = {
    ...{ kind: 'filing', format: 'cmecf-nef', courtId: { value: 'cand', from: 'body' }, documents: [], recipients: [] },
    cases: [{ name: { value: `${word}case v. Doe` }, docketNumber: { value: `1:26-cv-${word}number` }, parts: {} }],
  }
  const results = {
    authenticate: { trust: 'verified' },
    parse: { notice },
    retrieve: { documents: [], keys: [], gap: '' },
    prepare: { titles: [] },
    match: { caseIds: [caseId] },
  }
  const outcomes = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { result }]))
  for (const table of ['deliveries', 'chat_messages', 'document_copies'])
    await system(sql`delete from ${sql.table(table)} where envelope_id = ${envelopeId}::uuid`)
  await system(sql`delete from history where inbox_item_id = ${itemId}::uuid`)
  await system(sql`update inbox_items set status = 'New', next_stage = 'address' where id = ${itemId}::uuid`)
  await system(
    sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb where id = ${itemId}::uuid`,
  )
}

const dayMs = 86_400_000

interface WaitingQueue {
  run: (job: ClaimedJob) => Promise<void>
  table: string
  status: string
}

async function runWaiting(system: DirectedWorld['system'], { run, table, status }: WaitingQueue): Promise<void> {
  const rows = await system(sql`select id from ${sql.table(table)} where status = ${status} order by id`)
  for (const { id } of rows) await run({ data: { firmId: 1, id: String(id) } })
}

type Parsed = Awaited<ReturnType<typeof openMailCatcher>>['parsed']

async function mailsOf(parsed: Parsed): Promise<Left[]> {
  return (await parsed()).flatMap(({ to = [], subject, text, html, replyTo, attachments }) => {
    const files = attachments.map(({ filename, content }) => `${filename} ${Buffer.from(content as ArrayBuffer)}`)
    const all = [subject, text, html, ...files, JSON.stringify(replyTo ?? '')].join('\n')
    return to.map(({ address }) => ({ by: 'mail' as const, to: address ?? '', text: all }))
  })
}

async function filesOf(folder: string): Promise<Left[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => {
      const to = path.relative(folder, file)
      // What is being saved has another name a moment later.
      const text = await readFile(file, 'latin1').catch(() => '')
      return { by: 'copy' as const, to, text: `${to}\n${text}` }
    }),
  )
}

/** A name that no other record has. */
export const unusedName = (): string => `Name ${newId()}`
