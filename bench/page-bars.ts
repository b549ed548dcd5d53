/**
 * What someone does in the inbox, as the report calls it, and the most it may take, in milliseconds; what is only
 * reported has no limit.
 */
export const triageBars = {
  'select a row': 60,
  'j in the list': 50,
  'j in the open item': 100,
  'j, until the filing details': undefined,
  'close the item': 100,
  'first opening of an item': 500,
  'reload of the inbox': 900,
  'a frame while scrolling 200 rows': 34,
} as const

export type TriageAct = keyof typeof triageBars

/** Only the slowest frames of a scroll are seen; of everything else, what it usually takes is felt. */
const judgedBySlow: ReadonlySet<TriageAct> = new Set(['a frame while scrolling 200 rows'])

export type Times = Readonly<Partial<Record<TriageAct, readonly number[]>>>

/** Prints each act with its times beside those of a page made of Mantine alone. Returns whether all bars are met. */
export function reportActs(ours: Times, plain: Times): boolean {
  const cells = (values: readonly string[]) => values.map((value) => value.padStart(9)).join('')
  console.log(`  ${''.padEnd(34)}${cells(['median', 'p95', 'Mantine', 'p95', 'limit'])}`)
  const missed = (Object.keys(triageBars) as TriageAct[]).filter((act) => {
    const [own, other] = [summary(ours[act]), summary(plain[act])]
    const bar = triageBars[act]
    const figures = [own.middle, own.slow, other.middle, other.slow].map(rounded)
    const isMissed = bar !== undefined && !((judgedBySlow.has(act) ? own.slow : own.middle) <= bar)
    const verdict = bar === undefined ? '' : isMissed ? 'missed ✗' : 'met'
    console.log(`  ${act.padEnd(34)}${cells([...figures, bar === undefined ? '' : String(bar)])}  ${verdict}`)
    return isMissed
  })
  return missed.length === 0
}

interface Summary {
  middle: number
  /** The 95th percentile. */
  slow: number
}

function summary(times: readonly number[] = []): Summary {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { middle: at(0.5), slow: at(0.95) }
}

function rounded(time: number): string {
  return Number.isNaN(time) ? '' : time.toFixed(0)
}
