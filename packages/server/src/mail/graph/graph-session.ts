import * as z from 'zod/mini'
import type { GraphAccount } from './graph-account.ts'
import { ensureFolder, findFolder, ids, mailFolderPath } from './graph-folder.ts'
import {
  findUnknown,
  findWaiting,
  forgetPosition,
  type GraphPosition,
  readPosition,
  savePosition,
  type WaitingMessage,
} from './graph-position.ts'
import { GraphProblem, isSettingProblem } from './graph-problem.ts'
import { readAs } from './read-as.ts'
import { type GraphFolders, type GraphReading, type TakeTurn, takeMessage } from './take-message.ts'

/** Finds the folder, and creates the one for received messages if it is missing. */
export async function openFolders({ client, folder, doneFolder }: GraphAccount): Promise<GraphFolders> {
  const { id: folderId } = await findFolder(client, folder)
  return { folderId, doneId: doneFolder ? (await ensureFolder(client, doneFolder)).id : undefined }
}

/**
 * Receives everything new since the last pass and returns the number of messages. Where to continue is saved once every
 * message of a page was received, or is noted as waiting. If anything breaks before that, the page is read again, and
 * what was received is recognized. Reading ends early if another process has taken the mailbox over.
 */
export async function readNew(reading: GraphReading, folders: GraphFolders, isStopped: () => boolean): Promise<number> {
  const { services, account } = reading
  const position = await readPosition(services, { account, folderId: folders.folderId })
  const turn = { reading, folders, maxBytes: position.maxBytes }
  const found = await findWaiting(services, account)
  let count = await takeAll(found.due, { turn, isStopped })
  try {
    count += await readPages(turn, { position, isStopped })
  } catch (error) {
    if (position.link === undefined || !isLost(error)) throw error
    await forgetPosition(services, account)
    services.log.info({ mailbox: account.mailboxId }, 'a mailbox is looked through again, as Microsoft Graph asked')
    count += await readPages(turn, { position: { ...position, link: undefined }, isStopped })
  }
  reading.waiting = await findWaiting(services, account)
  return count
}

interface Pass {
  position: GraphPosition
  isStopped: () => boolean
}

async function readPages(turn: TakeTurn, { position, isStopped }: Pass): Promise<number> {
  const { services, account } = turn.reading
  const { client } = account
  const { folderId } = turn.folders
  const seen = new Set<string>()
  let at: string | URL = position.link === undefined ? firstOf(folderId) : client.ownUrl(position.link)
  let count = 0
  for (;;) {
    const page = readAs(pageForm, await client.ask({ at, headers: pageHeaders }))
    const next = page['@odata.nextLink']
    const link = next ?? page['@odata.deltaLink']
    if (link === undefined || seen.has(link)) throw endless(client.host)
    seen.add(link)
    const url = client.ownUrl(link)
    const listed = page.value
      .filter((each) => !each['@removed'] && !isBefore(each, account.readFrom))
      .map(({ id, receivedDateTime }) => ({ id, receivedAt: timeOf(receivedDateTime) }))
    count += await takeAll(await findUnknown(services, account, listed), { turn, isStopped })
    // The messages that weren't taken are on this page.
    if (isStopped()) return count
    if (link !== position.link && !(await savePosition(services, { account, folderId }, link))) return count
    if (next === undefined) return count
    at = url
  }
}

const messageForm = z.object({
  id: z.string(),
  receivedDateTime: z.optional(z.nullable(z.string())),
  '@removed': z.optional(z.unknown()),
})
const pageForm = z.object({
  value: z.array(messageForm),
  '@odata.nextLink': z.optional(z.string()),
  '@odata.deltaLink': z.optional(z.string()),
})

const pageHeaders = { prefer: `${ids.prefer}, odata.maxpagesize=50` }

/**
 * Everything in the folder, with its date only: a filter by date would end after 5,000 messages ("message: delta").
 * Graph puts what was selected into the links it gives.
 */
function firstOf(folderId: string): string {
  return `${mailFolderPath(folderId)}/messages/delta?$select=id,receivedDateTime`
}

function timeOf(text: string | null | undefined): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

/** Without a date the message counts as new: nothing may be lost. */
function isBefore({ receivedDateTime }: z.output<typeof messageForm>, from: Date): boolean {
  const received = new Date(receivedDateTime ?? '').getTime()
  // The date has no fractions of a second.
  return received < Math.floor(from.getTime() / 1000) * 1000
}

/** Whether Graph no longer knows the link, and the folder is to be looked through again ("Synchronization reset"). */
function isLost(error: unknown): boolean {
  if (!(error instanceof GraphProblem) || isSettingProblem(error)) return false
  return (
    [404, 410].includes(error.status) ||
    /^(?:ErrorItemNotFound|SyncState(?:NotFound|Invalid)|resyncRequired|ErrorSyncState\w*)$/i.test(error.code)
  )
}

function endless(host: string): GraphProblem {
  return new GraphProblem(`${host} lists messages without an end.`, { status: 502, code: 'endless' })
}

/** Graph answers four requests at a time for a mailbox; two are left to what is sent by it. */
const mostTogether = 2

/** Takes messages, a few at a time. The first failure that isn't a message's own is thrown once all have ended. */
async function takeAll(
  messages: readonly (Pick<WaitingMessage, 'id' | 'receivedAt'> & Partial<WaitingMessage>)[],
  { turn, isStopped }: { turn: TakeTurn; isStopped: () => boolean },
): Promise<number> {
  const left = [...messages]
  let count = 0
  const failures: unknown[] = []
  const takeInTurn = async () => {
    for (let next = left.shift(); next && failures.length === 0 && !isStopped(); next = left.shift()) {
      try {
        if (await takeMessage(turn, { tries: 0, faults: 0, ...next })) count += 1
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: mostTogether }, takeInTurn))
  if (failures.length > 0) throw failures[0]
  return count
}
