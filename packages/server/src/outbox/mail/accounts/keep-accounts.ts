import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import type { LinkState } from '@courtcrier/lib/link.ts'
import { withSystem } from '../../../base/db/firm-transaction.ts'
import type { MailThread } from '../mail-thread.ts'
import { type ConnectionShares, mostOfAccount } from '../share-connections.ts'
import { type AccountServices, openSendingAccount, type SendingAccount } from './open-account.ts'
import { findSenders, type SenderRow } from './sender-rows.ts'

/** The sending accounts in use, by their firms. */
export interface SendingAccounts {
  /** Returns a firm's account; undefined if it has none. Throws if the database can't be read: an email must not go elsewhere. */
  find: (firmId: number) => Promise<SendingAccount | undefined>
  /** The account as last read. */
  known: (firmId: number | undefined) => SendingAccount | undefined
  states: () => readonly LinkState[]
  close: () => Promise<void>
}

/** Changes are announced; this limits the effect of a lost announcement. */
const rememberMs = 5000

/** What a firm's emails get of its account's connections. */
const accountShares: ConnectionShares = {
  most: mostOfAccount,
  mostAside: 0,
  mostOwn: 0,
  mostOfFirm: mostOfAccount,
  mostOfDomain: mostOfAccount - 1,
  mostStuckOfDomain: mostOfAccount - 1,
  mostOfDomainInAll: mostOfAccount - 1,
  mostScheduled: mostOfAccount - 1,
  stuckMs: 10_000,
}

export function keepAccounts(services: AccountServices, thread: MailThread): SendingAccounts {
  const { database, feed, log } = services
  const accounts = openAccounts((row) => openSendingAccount(services, row, { thread, shares: accountShares }))
  const list = rereader(async () => accounts.adjust(await withSystem(database, (trx) => findSenders(trx))))
  const reread = () => {
    list.forget()
    list.read().catch((err: unknown) => log.warn({ err }, 'the list of sending accounts could not be read'))
  }
  const unsubscribe = feed.subscribe(({ entity }) => entity === mailSender.name && reread(), reread)
  reread()
  return {
    find: async (firmId) => {
      await list.read()
      return accounts.of(firmId)
    },
    known: (firmId) => (firmId === undefined ? undefined : accounts.of(firmId)),
    states: accounts.states,
    close: async () => {
      unsubscribe()
      await list.settled()
      await accounts.close()
    },
  }
}

/** The open accounts; those whose settings changed are replaced. */
function openAccounts(open: (row: SenderRow) => SendingAccount) {
  const kept = new Map<number, { version: string; account: SendingAccount }>()
  const retiring = new Set<Promise<void>>()
  const adjust = (rows: readonly SenderRow[]) => {
    const wanted = new Map(rows.map((row) => [row.firmId, row]))
    for (const [firmId, { version, account }] of kept) {
      if (version === versionOf(wanted.get(firmId))) continue
      kept.delete(firmId)
      const ending = account.retire().finally(() => retiring.delete(ending))
      retiring.add(ending)
    }
    for (const [firmId, row] of wanted)
      if (!kept.has(firmId)) kept.set(firmId, { version: versionOf(row) ?? '', account: open(row) })
  }
  return {
    adjust,
    of: (firmId: number) => kept.get(firmId)?.account,
    states: () => [...kept.values()].flatMap(({ account }) => account.state() ?? []),
    close: async () => {
      adjust([])
      await Promise.all(retiring)
    },
  }
}

/** Calls `read` when what was read is old, once for all who wait for it; a change while it is read makes it old again. */
function rereader(read: () => Promise<void>) {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const forget = () => {
    readAt = Number.NEGATIVE_INFINITY
  }
  const readNow = async () => {
    readAt = performance.now()
    try {
      await read()
    } catch (error) {
      forget()
      throw error
    } finally {
      reading = undefined
    }
  }
  return {
    forget,
    read: async () => {
      while (performance.now() - readAt > rememberMs) {
        reading ??= readNow()
        await reading
      }
      await reading
    },
    settled: async () => {
      await reading?.catch(() => undefined)
    },
  }
}

/** What sending depends on: not the name, nor how it does. */
function versionOf(row: SenderRow | undefined): string | undefined {
  return row && JSON.stringify([row.id, row.senderName, row.plain, row.sealed, row.signedInAt])
}
