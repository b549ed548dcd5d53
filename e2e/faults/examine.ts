import path from 'node:path'
import type { Sandbox } from '@courtcrier/sandbox/sandbox.ts'
import { signIn } from '../harness.ts'
import { hashFilesBelow } from '../hash-files.ts'

/** The result of a run. Every list of `broken` must be empty. */
export interface FaultReport {
  kills: number
  /** Messages accepted with 250. */
  accepted: number
  items: number
  documents: number
  mails: number
  /** Messages whose response was lost in a kill, so that the courts sent them again. */
  messagesSentAgain: number
  /** Emails accepted just before a kill and sent again with the same Message-ID. */
  mailsSentAgain: number
  broken: {
    itemsMissingOrDouble: string[]
    linksServedTwice: string[]
    documentsMissing: string[]
    documentsStoredTwice: string[]
    peopleNotTold: string[]
    peopleToldTwice: string[]
  }
}

/** The result of a run in which nothing went wrong. */
export const nothingBroken: FaultReport['broken'] = {
  itemsMissingOrDouble: [],
  linksServedTwice: [],
  documentsMissing: [],
  documentsStoredTwice: [],
  peopleNotTold: [],
  peopleToldTwice: [],
}

interface Examination {
  /** With the emails its mail server received. */
  sandbox: Pick<Sandbox, 'world' | 'filings' | 'served' | 'mails'>
  url: string
  folder: string
  kills: number
  accepted: number
  resent: number
}

/** Compares Courtcrier's records with what the courts filed, served and sent. */
export async function examine({ sandbox, url, folder, kills, accepted, resent }: Examination): Promise<FaultReport> {
  const call = await signIn(url, 'Administrator')
  const items = await allRows(call, 'inbox_item', 'inbox_items')
  const stored = [...(await hashFilesBelow(path.join(folder, 'storage'))).values()]
  const told = await toldPeople(sandbox)
  const filings = sandbox.filings()
  const obtainable = filings
    .filter((filing) => filing.isObtainable)
    .flatMap((filing) => filing.documents.filter((document) => !document.isSealed))
  return {
    kills,
    accepted,
    items: items.length,
    documents: stored.length,
    mails: told.count,
    messagesSentAgain: resent,
    mailsSentAgain: told.sentAgain,
    broken: {
      itemsMissingOrDouble:
        items.length === accepted ? [] : [`${accepted} messages were accepted, ${items.length} items are there`],
      linksServedTwice: sandbox
        .served()
        .filter((link) => link.served > 1)
        .map((link) => `${link.courtDocumentId} ${link.token}`),
      documentsMissing: obtainable
        .filter(({ sha256 }) => !stored.includes(sha256))
        .map(({ courtDocumentId }) => courtDocumentId),
      documentsStoredTwice: storedTooOften(sandbox, stored),
      ...peopleWrong(sandbox, told),
    },
  }
}

/** Returns what is stored more often than its filing has cases of the firm: each case has its own copy. */
function storedTooOften(
  sandbox: Pick<Sandbox, 'world' | 'filings'>,
  stored: readonly string[],
): FaultReport['broken']['documentsStoredTwice'] {
  const firmCases = new Set(sandbox.world.cases.map(({ id }) => id))
  const allowed = new Map<string, number>()
  for (const { caseId, associated, documents } of sandbox.filings()) {
    const cases = new Set([caseId, ...associated.map((entry) => entry.caseId)].filter((id) => firmCases.has(id)))
    for (const { sha256 } of documents) allowed.set(sha256, (allowed.get(sha256) ?? 0) + Math.max(1, cases.size))
  }
  const counts = Map.groupBy(stored, (hash) => hash)
  return [...counts].filter(([hash, all]) => all.length > (allowed.get(hash) ?? 1)).map(([hash]) => hash)
}

export type Call = Awaited<ReturnType<typeof signIn>>

/** Returns all rows of an entity, as the API returns them. */
export async function allRows(call: Call, entity: string, plural: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const answer = await call(`/api/v1/${entity}/search?max=500&offset=${rows.length}`)
    if (!answer.ok) throw new Error(await answer.text())
    const page = ((await answer.json()) as Record<string, Record<string, unknown>[]>)[plural] ?? []
    rows.push(...page)
    if (page.length < 500) return rows
  }
}

interface Told {
  /** `address filing` of every email, without resends under the same Message-ID. */
  keys: string[]
  count: number
  sentAgain: number
}

async function toldPeople(sandbox: Pick<Sandbox, 'mails'>): Promise<Told> {
  const mails = await sandbox.mails()
  const first = mails.filter((mail) => mail.copy === 1)
  const keys = first.map((mail) => {
    const filing = mail.headers.find(({ name }) => name.toLowerCase() === 'x-courtcrier-filing')?.value ?? ''
    return `${mail.envelopeTo.join()} ${filing}`
  })
  return { keys, count: mails.length, sentAgain: mails.length - first.length }
}

/**
 * Finds attorneys of a filing's cases who weren't notified of it exactly once. The email names the filing by
 * Courtcrier's own ID.
 */
function peopleWrong(
  sandbox: Pick<Sandbox, 'world' | 'filings'>,
  told: Told,
): Pick<FaultReport['broken'], 'peopleNotTold' | 'peopleToldTwice'> {
  const expected = new Map<string, number>()
  for (const filing of sandbox.filings()) {
    const caseIds = [filing.caseId, ...filing.associated.map((entry) => entry.caseId)]
    const attorneys = sandbox.world.cases.filter(({ id }) => caseIds.includes(id)).flatMap((entry) => entry.attorneyIds)
    for (const id of new Set(attorneys)) {
      const email = sandbox.world.people.find((person) => person.id === id)?.email ?? id
      expected.set(email, (expected.get(email) ?? 0) + 1)
    }
  }
  const distinct = new Set(told.keys)
  const got = new Map<string, number>()
  for (const key of distinct) {
    const email = key.split(' ')[0] ?? ''
    got.set(email, (got.get(email) ?? 0) + 1)
  }
  return {
    peopleNotTold: [...expected]
      .filter(([email, count]) => (got.get(email) ?? 0) < count)
      .map(([email, count]) => `${email}: ${got.get(email) ?? 0} of ${count}`),
    peopleToldTwice: [
      ...told.keys.filter((key, index) => told.keys.indexOf(key) !== index),
      ...[...got]
        .filter(([email, count]) => count > (expected.get(email) ?? 0))
        .map(([email, count]) => `${email}: ${count} instead of ${expected.get(email) ?? 0}`),
    ],
  }
}
