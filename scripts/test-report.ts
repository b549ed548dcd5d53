import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './walls.ts'

/** How a run of tests ended, whichever runner it was. */
export interface TestReport {
  passed: number
  skipped: number
  failed: readonly TestTrouble[]
  /** They passed on a second try: each is a defect to fix at its cause. */
  flaky: readonly TestTrouble[]
}

export interface TestTrouble {
  /** From the repository's root. */
  file: string
  name: string
  message: string
  /** The first line of ours in the stack, such as `e2e/harness.ts:96`. */
  at: string | undefined
  /** What the page of a browser test showed. */
  page?: string
}

/** The folder that gathers the reports of several runs; the one that gathers prints them. */
export const gathering = 'COURTCRIER_TEST_REPORTS'

/** Prints how a run ended, or leaves it for the program that gathers the reports of several. */
export function report(ended: TestReport): void {
  const folder = process.env[gathering]
  if (!folder) {
    console.log(`\n${describeReports([ended])}`)
    return
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(ended))
}

/** Returns what a person needs to know of these runs, ending in the line `N passed, N failed, N skipped`. */
export function describeReports(reports: readonly TestReport[]): string {
  const failed = reports.flatMap((each) => each.failed)
  const flaky = reports.flatMap((each) => each.flaky)
  const passed = sumOf(reports.map((each) => each.passed))
  const skipped = sumOf(reports.map((each) => each.skipped))
  return [
    ...describeTroubles(`Failed (${failed.length}):`, failed),
    ...describeTroubles(`Passed on a second try only (${flaky.length}), each a defect to fix at its cause:`, flaky),
    `${passed} passed, ${failed.length} failed, ${skipped} skipped`,
  ].join('\n')
}

/** Makes one entry of what a runner knows about a failure; `stack` may be in any runner's form. */
export function troubleOf(test: { file: string; name: string; message?: string; stack?: string }): TestTrouble {
  return {
    file: path.relative(root, test.file),
    name: test.name,
    message: shorten(stripVTControlCharacters(test.message ?? 'No reason was given.')),
    at: findOwnLine(stripVTControlCharacters(test.stack ?? '')),
  }
}

/** Returns the lines that tell of one failure: its test, its message and where it is. */
export function describeTrouble({ file, name, message, at, page }: TestTrouble): string {
  const shown = page ? `the page was ${page}`.split('\n') : []
  const lines = [...message.split('\n'), ...(at ? [`at ${at}`] : []), ...shown]
  return [`  ${file} > ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

function describeTroubles(heading: string, troubles: readonly TestTrouble[]): string[] {
  if (troubles.length === 0) return []
  return [heading, ...troubles.map(describeTrouble), '']
}

const mostLines = 6

function shorten(message: string): string {
  const lines = message.trim().split('\n')
  const kept = lines.slice(0, mostLines).map((line) => (line.length > 200 ? `${line.slice(0, 200)} …` : line))
  return [...kept, ...(lines.length > mostLines ? ['…'] : [])].join('\n')
}

function findOwnLine(stack: string): string | undefined {
  for (const [, file = '', line] of stack.matchAll(/((?:file:\/\/)?\/[^\s():]+):(\d+)(?::\d+)?/g)) {
    // Vitest loads a file of tests anew by a query.
    const own = path.relative(root, file.replace(/^file:\/\//, '').replace(/\?.*$/, ''))
    if (!own.startsWith('..') && !own.startsWith('node_modules')) return `${own}:${line}`
  }
  return undefined
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Reads the reports gathered in a folder. */
export function readReports(folder: string): TestReport[] {
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as TestReport)
}

if (import.meta.main) console.log(describeReports(readReports(process.argv[2] ?? '')))
