import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../harness.ts'
import { allRows, type Call } from './examine.ts'
import type { DigestWaits } from './slow-report.ts'

interface Timing {
  /** At any moment it is another day in the first than in the second, so that a run in each is for a day of its own. */
  zone: 'Pacific/Pago_Pago' | 'Pacific/Kiritimati'
  /** Sends notices to the firms. */
  send: () => Promise<unknown>
  /** When to stop waiting, in milliseconds. */
  longestMs: number
}

/** How long notices get until their daily messages are due, in milliseconds. */
const leadMs = 60_000
const usual = { notification_cadence: 'INHERIT_CADENCE', time_zone: 'America/New_York' }

/**
 * Has everyone of these firms notified in daily messages, all due at the same minute, and times those of the last firm.
 */
export async function timeDigests(urls: readonly string[], { zone, send, longestMs }: Timing): Promise<DigestWaits> {
  const calls = await Promise.all(urls.map((url) => signIn(url, 'Administrator')))
  const timed = calls.at(-1)
  if (!timed) throw new Error('there is no firm to time')
  const since = Date.now()
  const at = Math.ceil((since + leadMs) / 60_000) * 60_000
  const daily = { notification_cadence: 'DAILY', time_zone: zone, daily_cadence_delivery_time: timeIn(zone, at) }
  for (const call of calls) await setGroups(call, daily)
  await send()
  for (;;) {
    const found = readDigests(await allRows(timed, 'delivery', 'deliveries'), { since, at })
    const isOver = found.sent > 0 && found.unsent === 0
    if (isOver || Date.now() > at + longestMs) {
      for (const call of calls) await setGroups(call, { ...usual, daily_cadence_delivery_time: '17:30' })
      return found
    }
    await sleep(500)
  }
}

/** Of deliveries for a daily message that were there when it was due. */
function readDigests(rows: readonly Record<string, unknown>[], { since, at }: { since: number; at: number }) {
  const timeOf = (value: unknown) => Date.parse(String(value))
  const due = rows.filter(
    ({ cadence, created_at: made }) => cadence === 'DAILY' && timeOf(made) >= since && timeOf(made) <= at,
  )
  const sent = due.flatMap(({ sent_at: time }) => (time ? [timeOf(time)] : []))
  return { sent: sent.length, unsent: due.length - sent.length, most: Math.max(0, ...sent.map((time) => time - at)) }
}

async function setGroups(call: Call, settings: object): Promise<void> {
  for (const { id } of await allRows(call, 'timekeeper_group', 'timekeeper_groups')) {
    const answer = await call(`/api/v1/timekeeper_group/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
}

/** Such as `17:30`. */
function timeIn(timeZone: string, at: number): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', format).format(at)
}
