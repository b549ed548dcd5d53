import { parseArgs } from 'node:util'

/** What is read of a paper is what is printed on it, something else, or left open. */
export type Verdict = 'right' | 'wrong' | 'unsure'
export type Tally = Record<Verdict, number>

/** How many papers of each kind are made, how many of them are scanned, and what they are made from. */
export function readSampleOptions(args: readonly string[]): { each: string; scans: string; seed: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      each: { type: 'string', default: '20' },
      scans: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
    },
  })
  return values
}

/** Prints the tallies and their sum. The bench fails if anything is wrong, or if less than 95% is right. */
export function reportTallies(rows: readonly (readonly [string, Tally])[]): void {
  const sum = (key: Verdict) => rows.reduce((all, [, tally]) => all + tally[key], 0)
  const total: Tally = { right: sum('right'), wrong: sum('wrong'), unsure: sum('unsure') }
  console.log(`${''.padEnd(30)}${['right', 'wrong', 'unsure'].map((word) => word.padStart(8)).join('')}`)
  for (const [name, tally] of [...rows, ['all', total] as const]) {
    const counts = [tally.right, tally.wrong, tally.unsure].map((count) => String(count).padStart(8))
    console.log(name.padEnd(30) + counts.join(''))
  }
  const count = total.right + total.wrong + total.unsure
  const share = (total.right / count) * 100
  console.log(`${share.toFixed(1)}% of ${count} right (bar 95%), ${total.wrong} wrong (bar 0)`)
  if (share < 95 || total.wrong > 0) process.exitCode = 1
}
