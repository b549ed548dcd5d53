import { type MailboxTest, type ProviderStep, providerSteps } from '@courtcrier/contract/calls/mailboxes.ts'
import { providerLabels } from '@courtcrier/contract/mail-providers.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { CallProblem } from './call-problem.ts'
import { findProviderMailbox, openAccessKey, openCallSecret, type ProviderMailbox } from './provider-mailbox.ts'

type Outcome = Pick<ProviderStep, 'state' | 'sentence'>

/** What has arrived for a mailbox whose provider calls. */
interface Arrivals {
  calledAt: Date | null
  messageAt: Date | null
  problem: string | null
  refused: number
  refusedAt: Date | null
  refusal: string | null
}

interface CalledMailbox extends ProviderMailbox {
  arrivals: Arrivals
}

/** Returns a mailbox whose provider calls, and what has arrived for it. */
export async function findArrivals(
  trx: Trx,
  { firmId, id }: Pick<ProviderMailbox, 'firmId' | 'id'>,
): Promise<CalledMailbox | undefined> {
  const mailbox = await findProviderMailbox(trx, { firmId, id })
  if (!mailbox) return undefined
  const { rows } = await sql<Omit<Arrivals, 'refused'> & { refused: string }>`
    select m.checked_at as "calledAt", m.last_message_at as "messageAt", a.refused::text as refused,
      case when m.health = 'failing' then m.sentence end as problem, a.refused_at as "refusedAt", a.refusal
    from mailboxes m join mailbox_call_addresses a on a.firm_id = m.firm_id and a.id = m.id
    where m.firm_id = ${firmId} and m.id = ${id}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the mailbox has no address')
  return { ...mailbox, arrivals: { ...row, refused: Number(row.refused) } }
}

/** Says what has arrived, since a provider can't be asked to call. */
export function tryProvider({ arrivals, ...mailbox }: CalledMailbox, secrets: Pick<SealingBox, 'open'>): MailboxTest {
  const run: Record<ProviderStep['step'], () => Outcome> = {
    callSecret: () => trySecret(mailbox, secrets),
    calls: () => tryCalls(mailbox, arrivals),
    received: () => tryReceived(mailbox, arrivals),
  }
  const steps = providerSteps.map((step): ProviderStep => ({ step, ...run[step]() }))
  const failed = steps.find(({ state }) => state === 'failed')
  return { ok: !failed, steps, sentence: failed?.sentence ?? 'Every step succeeded.' }
}

function trySecret(mailbox: ProviderMailbox, secrets: Pick<SealingBox, 'open'>): Outcome {
  try {
    if (mailbox.provider === 'SES') return trySigned(mailbox, secrets)
    openCallSecret(mailbox, secrets)
    return { state: 'ok', sentence: 'The webhook secret is set.' }
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error
    return { state: 'failed', sentence: error.message }
  }
}

function trySigned(mailbox: ProviderMailbox, secrets: Pick<SealingBox, 'open'>): Outcome {
  const signed = `Only messages signed by Amazon SNS for ${mailbox.topicArn} are received.`
  const accessKey = openAccessKey(mailbox, secrets)
  if (!accessKey) return { state: 'ok', sentence: signed }
  return { state: 'ok', sentence: `${signed} Those in S3 are read with the access key ${accessKey.id}.` }
}

function tryCalls({ provider }: ProviderMailbox, { calledAt, refused, refusedAt, refusal }: Arrivals): Outcome {
  const isRefused = refusedAt !== null && (calledAt === null || refusedAt > calledAt)
  if (isRefused)
    return { state: 'failed', sentence: `${refusedCalls(refused, utcMinute(refusedAt))} ${refusal ?? ''}`.trim() }
  const name = providerLabels[provider]
  if (calledAt === null)
    return { state: 'failed', sentence: `${name} has not called yet. Enter the address of this mailbox there.` }
  return { state: 'ok', sentence: `${name} last called at ${utcMinute(calledAt)} UTC.` }
}

function tryReceived({ address }: ProviderMailbox, { messageAt, problem }: Arrivals): Outcome {
  if (problem !== null) return { state: 'failed', sentence: problem }
  if (messageAt === null)
    return { state: 'failed', sentence: `No message has arrived yet. Send an email to ${address} and test again.` }
  return { state: 'ok', sentence: `The last message arrived at ${utcMinute(messageAt)} UTC.` }
}

function refusedCalls(count: number, at: string): string {
  return count === 1 ? `A call was refused at ${at} UTC.` : `The last of ${count} refused calls was at ${at} UTC.`
}
