import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Config } from '../../base/config.ts'
import type { Trx } from '../../base/db/database.ts'
import type { FilingRetrieval } from '../../retrieval/retrieve-filing.ts'
import { backOff, maxAttempts } from '../back-off.ts'
import type { Work } from './stage.ts'

const dayMs = 86_400_000
/** PACER NextGen FAQ: a free look expires after 15 days. Other courts don't say how long theirs work. */
const linkDays = 15

/** How long a notice is held up by a court that can't be asked. */
export interface Patience {
  isOver: boolean
  /** Whether people were notified without a document of the filing, so that no one waits for it. */
  isAwaited: boolean
  /** Whether the links have expired by now, so that retrieval ends. */
  isPastUse: boolean
  until: Date
}

/**
 * Returns whether a notice waits for its court. People who were notified without a document aren't kept waiting
 * for it again: not by the same notice, and not by another of its filing (`isAwaited`).
 */
export function patienceOf(
  { attempts, receivedAt }: Work,
  { isAwaited, now }: { isAwaited: boolean; now: Date },
): Patience {
  const until = new Date(Date.parse(receivedAt) + linkDays * dayMs)
  return { isOver: isAwaited || attempts + 1 >= maxAttempts, isAwaited, isPastUse: now >= until, until }
}

/**
 * The retrieval of a notice that waited long enough: what the court couldn't be asked for is `awaited`, and retrieved
 * later (`ask-again.ts`). The journal keeps what is known of the links, because it prevents opening one twice.
 */
export function withoutWaiting(
  retrieval: FilingRetrieval,
  { patience, links }: { patience: Patience; links: readonly NoticeLink[] },
): FilingRetrieval {
  if (retrieval.retry === undefined || !patience.isOver) return retrieval
  const { retry: _, documents, ...rest } = retrieval
  const { isPastUse } = patience
  return {
    ...rest,
    documents: documents.map((document) =>
      document.verdict === 'retry'
        ? {
            ...document,
            verdict: isPastUse ? ('unavailable' as const) : ('awaited' as const),
            sentence: `${document.sentence} ${isPastUse ? pastUse : goesOn(patience, links)}`,
          }
        : document,
    ),
    keys: isPastUse ? retrieval.keys : [],
  }
}

/** In milliseconds, until the court is asked again for what is awaited: an hour as shipped. */
export function askAgainMs({ retrySeconds }: Pick<Config, 'retrySeconds'>): number {
  return backOff(maxAttempts, retrySeconds * 1000)
}

/**
 * Returns when a job queued now is due after so many milliseconds, as the text of a column. By the queue's clock, which is
 * the database's: by another one, or later in a transaction that takes a while, the notice would seem to have a question
 * planned after that job, which would then ask nothing.
 */
export async function dueAfter(trx: Trx, ms: number): Promise<string> {
  const { rows } = await sql<{ due: string }>`
    select (now() + make_interval(secs => ${ms / 1000}::float8))::text as due`.execute(trx)
  return rows[0]?.due ?? ''
}

const pastUse =
  'It stayed that way until the link was expected to expire, so Courtcrier no longer tries. ' +
  'Get the document with your own login at the court, or from the filer, and upload it.'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function goesOn({ until }: Patience, links: readonly NoticeLink[]): string {
  const isKnown = links.some(({ token, host }) => token && host.endsWith('.uscourts.gov'))
  const why = isKnown ? ', when the link is expected to expire' : '; the court does not say how long the link works'
  return (
    `Courtcrier tries again until ${days.format(until)}${why}. It sends you the document once it has it. ` +
    'To have it sooner, get it with your own login at the court, or from the filer, and upload it.'
  )
}
