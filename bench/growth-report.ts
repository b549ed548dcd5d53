import type { Scan, StatementBlocks } from './statement-blocks.ts'

type Statements = ReadonlyMap<string, StatementBlocks>

/** A screen that was opened several times. */
export interface Screened {
  name: string
  count: number
  statements: Statements
}

/** What was measured in one firm. */
export interface Measured {
  notices: { count: number; perSecond: number; statements: Statements }
  rest: { seconds: number; statements: Statements }
  screens: readonly Screened[]
  scans: readonly Scan[]
}

const mostTimes = 2
/** In blocks. */
const mostOfScreens: Readonly<Record<string, number>> = {
  "the header's counts": 300,
  inbox: 4_000,
  'inbox, failed': 3_000,
  'inbox, filter sender': 300,
  'inbox, filter dms': 12_000,
  'inbox, filter case': 60_000,
  'inbox item': 290,
  dashboard: 33_000,
  cases: 880,
  'event log': 580,
}
/** A statement that reads fewer blocks more than in an empty firm isn't named: its indexes are a level deeper. */
const leastMore = 5

/**
 * Prints both firms side by side, and names the statements: those that grew, and as many of the heaviest of each part as
 * `list` says. Returns false when a limit is missed.
 */
export function judgeGrowth(empty: Measured, full: Measured, list: number): boolean {
  console.log(`\n${line(['blocks of 8 kB', 'empty', 'full', 'times'])}`)
  const ofNotice = [perUnit(empty.notices), perUnit(full.notices)] as const
  console.log(row('a notice', ofNotice))
  const ofMinute = [perUnit(minutesOf(empty)), perUnit(minutesOf(full))] as const
  console.log(row('a minute at rest', ofMinute))
  for (const [n, screen] of full.screens.entries()) {
    const before = empty.screens[n]
    if (before) console.log(row(screen.name, [perUnit(before), perUnit(screen)]))
  }
  console.log(
    `notices a second: empty ${empty.notices.perSecond.toFixed(1)}, full ${full.notices.perSecond.toFixed(1)}`,
  )
  reportGrown('a notice', empty.notices, full.notices)
  reportGrown('a minute at rest', minutesOf(empty), minutesOf(full))
  for (const [n, screen] of full.screens.entries()) reportGrown(screen.name, empty.screens[n], screen)
  if (list > 0) {
    reportHeaviest('a notice', full.notices, list)
    reportHeaviest('a minute at rest', minutesOf(full), list)
    for (const screen of full.screens) reportHeaviest(screen.name, screen, list)
  }
  console.log(`\nStatements that read a whole table of the full firm: ${full.scans.length || 'none'}`)
  for (const { text, table, how } of full.scans) console.log(`  ${table}, ${how}: ${text.slice(0, longest)}`)
  const isMet = ofNotice[1] <= mostTimes * ofNotice[0]
  console.log(`\nA notice needs at most ${mostTimes} times the blocks: ${isMet ? 'PASS' : '✗ missed'}`)
  const heavy = heavyScreens(full)
  console.log(`A screen needs at most what it may: ${heavy.length === 0 ? 'PASS' : '✗ missed'}`)
  for (const line of heavy) console.log(`  ${line}`)
  return isMet && heavy.length === 0 && full.scans.length === 0
}

function heavyScreens({ screens }: Measured): string[] {
  return Object.entries(mostOfScreens).flatMap(([name, most]) => {
    const screen = screens.find((each) => each.name === name)
    if (!screen) return [`${name}: not opened`]
    const blocks = perUnit(screen)
    return blocks > most ? [`${name}: ${blocks.toFixed(0)} of at most ${most}`] : []
  })
}

interface Counted {
  count: number
  statements: Statements
}

function minutesOf({ rest }: Measured): Counted {
  return { count: rest.seconds / 60, statements: rest.statements }
}

function perUnit({ count, statements }: Counted): number {
  return [...statements.values()].reduce((sum, { blocks }) => sum + blocks, 0) / count
}

const longest = 160

function reportGrown(name: string, empty: Counted | undefined, full: Counted): void {
  const grown = [...full.statements.values()]
    .map(({ text, blocks, calls }) => ({
      text,
      calls: calls / full.count,
      before: (empty?.statements.get(text)?.blocks ?? 0) / (empty?.count ?? 1),
      after: blocks / full.count,
    }))
    .filter(({ before, after }) => after > mostTimes * before && after - before >= leastMore)
    .toSorted((a, b) => b.after - b.before - (a.after - a.before))
  if (grown.length === 0) return
  console.log(`\nStatements of ${name} that grew more than ${mostTimes} times`)
  for (const { text, calls, before, after } of grown)
    console.log(
      `  ${before.toFixed(0)} to ${after.toFixed(0)} blocks, ${calls.toFixed(1)} calls: ${text.slice(0, longest)}`,
    )
}

function reportHeaviest(name: string, { count, statements }: Counted, list: number): void {
  console.log(`\nHeaviest statements of ${name} in the full firm`)
  const heaviest = [...statements.values()].toSorted((a, b) => b.blocks - a.blocks).slice(0, list)
  for (const { text, calls, blocks } of heaviest)
    console.log(
      `  ${(blocks / count).toFixed(0)} blocks, ${(calls / count).toFixed(1)} calls: ${text.slice(0, longest)}`,
    )
}

function row(name: string, [before, after]: readonly [number, number]): string {
  return line([name, before.toFixed(0), after.toFixed(0), (after / Math.max(1, before)).toFixed(2)])
}

function line([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(30)} ${cells.map((cell) => cell.padStart(9)).join(' ')}`
}
