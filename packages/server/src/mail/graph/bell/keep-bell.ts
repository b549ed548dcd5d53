import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../base/db/database.ts'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import type { Services } from '../../../base/services.ts'
import { rest } from '../../keep-reading.ts'
import type { GraphAccount } from '../graph-account.ts'
import { forgetSubscription, noteSubscription, prepareBell, readBell } from './bell-rows.ts'
import { bellEntity } from './ring-bell.ts'
import { renew, type Subscription, subscribe, unsubscribe } from './subscribe.ts'

/** How a mailbox's bell is wanted: whether at all, and at which address Graph can call; undefined if there is none. */
export interface BellWish {
  isWanted: boolean
  url: () => Promise<string | undefined>
}

/**
 * The bell of a mailbox: Graph calls when there is something new, and the mailbox is checked then. It is checked
 * without that as well, so a bell that fails costs half a minute and nothing else.
 */
export interface Bell {
  /** Creates, renews or ends the subscription if it is time, meanwhile. */
  keep: (folderId: string) => void
  /** Why there is none although it is wanted. */
  complaint: (pollMs: number) => string | undefined
  /** Waits, or until it rings or the signal aborts. */
  rest: (ms: number, signal: AbortSignal) => Promise<void>
  stop: () => Promise<void>
  /** Ends the subscription of a mailbox that is no longer read. */
  leave: () => Promise<void>
}

type BellServices = Pick<Services, 'database' | 'feed' | 'log'>

/** It is renewed this long before its end, in milliseconds. */
const renewBeforeMs = 24 * 60 * 60_000
/** After a failure it is tried again, in milliseconds. */
const againMs = 10 * 60_000
/** Many messages arrive together: they are looked for once. */
const gatherMs = 1000

/** Opens the bell of a mailbox, which Graph may have been asked for before. */
export function openBell(services: BellServices, account: GraphAccount, wish: BellWish): Bell {
  const state: BellState = { nextAt: 0, isRung: false, renewedAt: 0, subscriptionId: undefined, problem: undefined }
  let ring = new AbortController()
  let keeping: Promise<void> | undefined
  const stopListening = services.feed.subscribe(({ entity, firmId, ids }) => {
    if (entity !== bellEntity || firmId !== account.firmId || !ids.includes(account.mailboxId)) return
    // It may be about the subscription itself.
    if (state.problem === undefined) state.isRung = true
    ring.abort()
  })
  return {
    keep: (folderId) => {
      if (keeping || (!state.isRung && Date.now() < state.nextAt)) return
      keeping = keepUp({ services, account, wish, state }, folderId).finally(() => {
        keeping = undefined
      })
    },
    complaint: (pollMs) => (wish.isWanted ? complaintOf(state, pollMs) : undefined),
    rest: async (ms, signal) => {
      await rest(ms, AbortSignal.any([signal, ring.signal]))
      if (!ring.signal.aborted) return
      await rest(Math.min(ms, gatherMs), signal)
      ring = new AbortController()
    },
    stop: async () => {
      stopListening()
      await keeping
    },
    leave: () => endSubscription({ services, account, state }),
  }
}

async function endSubscription({ services, account, state }: Omit<Keeping, 'wish'>): Promise<void> {
  if (state.subscriptionId === undefined) return
  try {
    await unsubscribe(account.client, state.subscriptionId)
    await inFirm({ services, account }, (trx) => forgetSubscription(trx, keyOf(account)))
  } catch (err) {
    // Graph ends it by itself, and what it calls with until then is refused.
    services.log.info({ err, mailbox: account.mailboxId }, 'a subscription at Microsoft Graph could not be ended')
  }
}

interface BellState {
  /** When there is something to do next. */
  nextAt: number
  /** Graph called since the last check. */
  isRung: boolean
  renewedAt: number
  subscriptionId: string | undefined
  problem: string | undefined
}

function complaintOf({ problem }: BellState, pollMs: number): string | undefined {
  if (problem === undefined) return undefined
  const seconds = Math.max(1, Math.round(pollMs / 1000))
  return `Microsoft Graph doesn't notify this server of new messages, so the mailbox is checked every ${seconds === 1 ? 'second' : `${seconds} seconds`}. ${problem}`
}

interface Keeping {
  services: BellServices
  account: GraphAccount
  wish: BellWish
  state: BellState
}

async function keepUp(keeping: Keeping, folderId: string): Promise<void> {
  do {
    keeping.state.isRung = false
    await keepOnce(keeping, folderId)
  } while (keeping.state.isRung)
}

/** Never throws: the mailbox is read whatever becomes of its bell. */
async function keepOnce(keeping: Keeping, folderId: string): Promise<void> {
  const { services, account, state } = keeping
  try {
    await bringAbout(keeping, folderId)
    state.problem = undefined
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error)
    state.nextAt = Date.now() + againMs
    services.log.info({ err: error, mailbox: account.mailboxId }, 'a mailbox has no subscription at Microsoft Graph')
  }
}

const noAddress =
  'This server has no encrypted public address. Its operator can name one at which it is reached from the internet.'

async function bringAbout(keeping: Keeping, folderId: string): Promise<void> {
  const { account, wish, state } = keeping
  const { client } = account
  const known = await inFirm(keeping, (trx) => readBell(trx, keyOf(account)))
  const url = wish.isWanted ? await wish.url() : undefined
  const source = `${client.address}@${client.host}/${folderId} to ${url}`
  const left = known?.subscriptionId ?? undefined
  state.subscriptionId = left
  if (left !== undefined && known?.source === source) {
    const endsAt = known.endsAt?.getTime() ?? 0
    const isEarly = endsAt - Date.now() > renewBeforeMs || Date.now() - state.renewedAt < againMs
    if (!known.isDue && isEarly) return noteNext(state, endsAt)
    const renewed = await renew(client, left)
    if (renewed) return note(keeping, { ...renewed, isNew: false })
  } else await endSubscription(keeping)
  state.subscriptionId = undefined
  if (!wish.isWanted) {
    state.nextAt = Number.POSITIVE_INFINITY
    return
  }
  if (url === undefined) throw new Error(noAddress)
  const proof = { pathKey: randomBytes(24).toString('base64url'), state: randomBytes(32).toString('base64url') }
  await inFirm(keeping, (trx) => prepareBell(trx, { ...keyOf(account), source, ...proof }))
  const made = { folderId, url: `${url}/${account.mailboxId}/${proof.pathKey}`, state: proof.state }
  await note(keeping, { ...(await subscribe(client, made)), isNew: true })
}

async function note(keeping: Keeping, subscription: Subscription & { isNew: boolean }): Promise<void> {
  const { account, state } = keeping
  Object.assign(state, { subscriptionId: subscription.subscriptionId, renewedAt: Date.now() })
  await inFirm(keeping, (trx) => noteSubscription(trx, { ...keyOf(account), ...subscription }))
  noteNext(state, subscription.endsAt.getTime())
}

/** Never sooner than in a while, even if Graph grants less than was asked for. */
function noteNext(state: BellState, endsAt: number): void {
  state.nextAt = Math.max(endsAt - renewBeforeMs, Date.now() + againMs)
}

function keyOf({ firmId, mailboxId }: GraphAccount): { firmId: number; id: string } {
  return { firmId, id: mailboxId }
}

function inFirm<T>(
  { services, account }: Pick<Keeping, 'services' | 'account'>,
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  return withFirm(services.database, account.firmId, run)
}
