import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describeReports, gathering, readReports } from './test-report.ts'
import { root } from './walls.ts'

/** One of the two runners, its arguments, and what differs in its environment; undefined takes a variable away. */
export type Program = readonly [
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
]

const paths = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' } as const

/**
 * Where Node keeps what it compiled. The workers of both runners and the programs that tests start, some hundred, load
 * the same files, and loading the server takes 1.4 seconds instead of 2.3.
 */
const compiled = path.join(root, 'node_modules/.cache/compiled')

/**
 * Runs both to their ends and prints what failed in either, unless another program gathers their reports. In CI the
 * second isn't started once the first has failed: the answer is known.
 */
export function inTurn(programs: readonly Program[]): void {
  const own = process.env[gathering] ? undefined : mkdtempSync(path.join(os.tmpdir(), 'courtcrier-tests-'))
  if (own) process.env[gathering] = own
  const codes: number[] = []
  for (const program of programs) {
    if (process.env.CI && codes.some((code) => code !== 0)) console.log(`\n${program[0]} was not run.`)
    else codes.push(start(program))
  }
  if (own) {
    console.log(`\n${describeReports(readReports(own))}`)
    rmSync(own, { recursive: true, force: true })
  }
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1
}

function start([runner, args, environment = {}]: Program): number {
  const empty = runner === 'vitest' ? '--passWithNoTests' : '--pass-with-no-tests'
  const program = path.join(root, 'node_modules', paths[runner])
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, ...environment }
  const { status } = spawnSync(process.execPath, [program, ...args, empty], { cwd: root, stdio: 'inherit', env })
  return status ?? 1
}
