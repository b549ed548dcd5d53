import { isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { openLink } from '@courtcrier/lib/link.ts'
import type { CustomFetch } from 'openid-client'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { type AllowedHosts, openAllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../retrieval/guarded/guarded-fetch.ts'
import { graphAccountOf } from '../graph/graph-account.ts'
import { type GraphReader, startGraphReader } from '../graph/graph-reader.ts'
import type { Look, ReadAccount } from '../imap-client.ts'
import { startImapReaders } from '../imap-reader.ts'
import type { MailReaders, ReaderOptions, ReaderStatus } from '../keep-reading.ts'
import { accountOf } from './account-of.ts'
import { grantedTokens } from './grants/grant-tokens.ts'
import type { Holding } from './holding.ts'
import { endLeases, type LeasedMailbox, leaseMailboxes } from './lease-mailboxes.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import { findMailboxes, openMailbox } from './mailbox-rows.ts'
import { noteLook } from './note-look.ts'

/** How mailboxes are reached. */
export interface MailboxWays {
  hosts: AllowedHosts
  fetch: CustomFetch
}

export function openMailboxWays({ config }: Pick<Services, 'config'>): MailboxWays {
  const hosts = openAllowedHosts({ networks: config.privateMail, setting: 'COURTCRIER_ALLOW_PRIVATE_MAIL' })
  return { hosts, fetch: openGuardedFetch(hosts) }
}

interface KeepOptions extends Partial<ReaderOptions> {
  /** How often the list of mailboxes is read and leases are renewed; a change of one is noticed at once. */
  everyMs?: number
  /** Where Microsoft Graph can call for a firm's mailboxes; undefined if nowhere. */
  bellUrlOf?: (firmId: number) => Promise<string | undefined>
}

/** How often what a mailbox does is saved if nothing changes, in milliseconds. */
const noteEveryMs = 5 * 60_000

/** Reads the mailboxes that firms added, each by one process of the installation, until stopped. */
export function keepMailboxes(
  services: Services,
  { everyMs = 30_000, bellUrlOf, ...options }: KeepOptions = {},
): MailReaders {
  const process = newId()
  const ways = openMailboxWays(services)
  const running = new Map<string, { version: string; readers: MailReaders & Partial<GraphReader> }>()
  let isStopped = false

  const start = (row: LeasedMailbox): MailReaders & Partial<GraphReader> => {
    // Its record says so; an error would be logged before anyone could sign in.
    if (isDelegated(row.plain.service) && !row.signedInAt) return unread
    const note = noter(services, row)
    try {
      const settings = openMailbox(row, services.secrets)
      const { firmId, id, readFrom } = row
      const holding = holdingOf(row)
      if (settings.service === 'GRAPH') {
        const wish = { isWanted: row.hasBell, url: async () => bellUrlOf?.(firmId) }
        return startGraphReader(
          services,
          { ...graphAccountOf(row, settings, ways), note, holding },
          { ...options, wish },
        )
      }
      const granted = grantedTokens(services, { kind: 'mailbox', firmId, id, settings, fetch: ways.fetch })
      const account: ReadAccount = accountOf({ firmId, readFrom, settings, granted, ...ways })
      return startImapReaders(services, [{ ...account, note, holding }], options)
    } catch (error) {
      if (!(error instanceof MailboxProblem)) throw error
      note({ problem: error.message, isRead: false, taken: 0, lagSeconds: 0, isRefused: error.isRefusal })
      return unconnected(row, error.message)
    }
  }
  const reconcile = async () => {
    // A lease that is taken after the others were given up would keep every process from the mailbox until it ends.
    if (isStopped) return
    const { all, rows } = await withSystem(services.database, async (trx) => {
      const all = await findMailboxes(trx)
      return { all, rows: await leaseMailboxes(trx, { process, rows: all }) }
    })
    if (isStopped) return
    const wanted = new Map(rows.map((row) => [keyOf(row), row]))
    const withBell = new Set(all.filter(({ plain, hasBell }) => plain.service === 'GRAPH' && hasBell).map(keyOf))
    for (const [key, { version, readers }] of running) {
      const row = wanted.get(key)
      if (row && versionOf(row) === version) continue
      running.delete(key)
      // A changed mailbox is read by one reader at a time.
      await readers.stop()
      if (!withBell.has(key)) await readers.leave?.()
    }
    for (const [key, row] of wanted)
      if (!running.has(key) && !isStopped) running.set(key, { version: versionOf(row), readers: start(row) })
  }
  const turns = inTurns(() =>
    reconcile().catch((err: unknown) => services.log.warn({ err }, 'the list of mailboxes could not be read')),
  )
  const timer = setInterval(turns.run, everyMs)
  const unsubscribe = services.feed.subscribe(({ entity }) => entity === mailbox.name && turns.run(), turns.run)
  turns.run()
  return {
    status: (): readonly ReaderStatus[] => [...running.values()].flatMap(({ readers }) => readers.status()),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      unsubscribe()
      await turns.settled()
      await Promise.all([...running.values()].map(({ readers }) => readers.stop()))
      await withSystem(services.database, (trx) => endLeases(trx, process))
    },
  }
}

function holdingOf({ firmId, id: mailboxId, term }: LeasedMailbox): Holding {
  return { firmId, mailboxId, term }
}

function keyOf({ firmId, id }: Pick<LeasedMailbox, 'firmId' | 'id'>): string {
  return `${firmId}:${id}`
}

const unread: MailReaders = { status: () => [], stop: async () => undefined }

/** A mailbox that isn't connected to because of what is known of it: operators see it among those that fail. */
function unconnected({ plain: { address, folder } }: LeasedMailbox, problem: string): MailReaders {
  const link = openLink(`${address}, folder ${folder}`)
  link.failed(problem)
  return { status: () => [{ ...link.state(), state: 'waiting', taken: 0 }], stop: unread.stop }
}

/** What the reader of a mailbox depends on: not its name, nor how it does. */
function versionOf({ plain, sealed, readFrom, testedAt, signedInAt, hasBell, term }: LeasedMailbox): string {
  return JSON.stringify([plain, sealed, readFrom, testedAt, signedInAt, hasBell, term])
}

/** Saves what changes, what is received, and now and then that all is well. */
function noter(services: Services, row: LeasedMailbox): (look: Look) => void {
  const { firmId, id, name } = row
  const holding = holdingOf(row)
  let last: { look: Look; at: number } | undefined
  let saving: Promise<void> = Promise.resolve()
  return (look) => {
    const isSame = last && newsOf(last.look) === newsOf(look)
    if (isSame && look.taken === 0 && performance.now() - (last?.at ?? 0) < noteEveryMs) return
    last = { look, at: performance.now() }
    const save = () => withFirm(services.database, firmId, (trx) => noteLook(trx, { firmId, id, name, look, holding }))
    // One after the other: both would hold the row that says whose the mailbox is, and each wait for the other to let go.
    saving = saving.then(save).catch((err: unknown) => {
      last = undefined
      services.log.warn({ err, mailbox: id }, 'the state of a mailbox could not be saved')
    })
  }
}

function newsOf({ problem, isRead, lagSeconds }: Look): string {
  return JSON.stringify([problem, isRead, lagSeconds > 0])
}

/** Runs work one after the other: what is asked for while it runs is done once more afterwards. */
function inTurns(work: () => Promise<void>) {
  let current: Promise<void> | undefined
  let isAskedAgain = false
  const run = () => {
    if (current) {
      isAskedAgain = true
      return
    }
    current = work().finally(() => {
      current = undefined
      if (!isAskedAgain) return
      isAskedAgain = false
      run()
    })
  }
  const settled = async () => {
    // What was asked for meanwhile has begun by the time that the one before has ended.
    while (current) await current
  }
  return { run, settled }
}
