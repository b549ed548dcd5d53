import type { Waits } from './waits.ts'

/** The parts that are slow, each while all others are healthy. */
export const slowParts = [
  'hung store',
  'dripping store',
  'hung mail server',
  'hung court',
  'silent mail server',
] as const
export type SlowPart = (typeof slowParts)[number]

/** How the notices of one firm fared beside a slow part. */
export interface FirmWaits extends Waits {
  /** What the slow part had let wait until it was broken off, before these were through. */
  brokenOff: number
}

/** Of the firm that uses the slow part, and of one that doesn't. */
export interface BothWaits {
  sameFirm: FirmWaits
  otherFirm: FirmWaits
}

/** How long the daily messages of the other firm waited, from their time of day to the last one. */
export interface DigestWaits {
  sent: number
  unsent: number
  /** In milliseconds. */
  most: number
}

/** What was timed beside one part. */
export type PartWaits = BothWaits & {
  part: SlowPart
  /** What the slow part let wait when the others were through. */
  kept: number
  digests?: DigestWaits
}

export interface SlowFaultReport {
  /** With nothing slow. */
  without: BothWaits & { digests?: DigestWaits }
  parts: readonly PartWaits[]
}

/** However busy the machine is, what waits for something hung takes longer than this many times what nothing delays. */
const mostTimes = 5
/** For what a busy machine does in between, in milliseconds: less than the shortest wait for something that hangs. */
const leewayMs = 10_000

/**
 * Returns what waited for something slow, in sentences. Something healthy takes no more than a few times as long as with
 * nothing slow, and however slow the machine is, it is through before anything that the slow part lets wait is given up.
 */
export function heldUp({ without, parts }: SlowFaultReport): string[] {
  return parts.flatMap((found) => [
    ...(['sameFirm', 'otherFirm'] as const).flatMap((firm) => heldUpOf(found, { firm, without: without[firm] })),
    ...heldUpDigests(found, without.digests),
  ])
}

function heldUpOf(
  { part, kept, ...firms }: PartWaits,
  { firm, without }: { firm: keyof BothWaits; without: Waits },
): string[] {
  const { unfinished, brokenOff, most } = firms[firm]
  const named = `${part}, ${firm}`
  // A server that doesn't even greet is given up within half a minute.
  const isEarly = part === 'silent mail server' || brokenOff === 0
  if (kept + brokenOff === 0 || unfinished > 0 || !isEarly)
    return [`${named}: ${unfinished} not ended, ${brokenOff} waits broken off before, ${kept} waiting`]
  if (most <= mostOf(without)) return []
  return [`${named}: ${seconds(most)} s, and ${seconds(without.most)} s with nothing slow`]
}

function heldUpDigests({ part, digests }: PartWaits, without: DigestWaits | undefined): string[] {
  if (!digests || !without) return []
  const { sent, unsent, most } = digests
  if (sent > 0 && unsent === 0 && most <= mostOf(without)) return []
  return [
    `${part}, daily messages of the other firm: ${sent} sent, ${unsent} not, ${seconds(most)} s, and ${seconds(without.most)} s with nothing slow`,
  ]
}

function mostOf({ most }: { most: number }): number {
  return most * mostTimes + leewayMs
}

/** One line with the figures of both firms, and of the daily messages if they were timed. */
export function lineOf(what: string, { sameFirm, otherFirm, digests }: SlowFaultReport['without']): string {
  const daily = digests
    ? `; daily messages of the other firm ${seconds(digests.most)} s after their time (${digests.sent} deliveries${digests.unsent > 0 ? `, ${digests.unsent} not sent` : ''})`
    : ''
  return `${what}: same firm ${figures(sameFirm)}; other firm ${figures(otherFirm)}${daily}`
}

function figures({ notices, unfinished, median, p95, most }: Waits): string {
  const left = unfinished > 0 ? `, ${unfinished} not ended` : ''
  return `${seconds(median)} / ${seconds(p95)} / ${seconds(most)} s (median, p95, most of ${notices} notices${left})`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
