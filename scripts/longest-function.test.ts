import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './walls.ts'

/** Returns a function of that many lines, from its head to its closing brace. */
function functionOf(lines: number): string {
  const steps = Array.from({ length: lines - 4 }, (_, n) => `  sum += ${n}`)
  return ['export function sum(): number {', '  let sum = 0', ...steps, '  return sum', '}', ''].join('\n')
}

function lint(text: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courtcrier-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'sum.ts'), text)
  // The folder is no repository, and the rules that read the whole project have nothing to do with it.
  const only = ['--only=complexity/noExcessiveLinesPerFunction', '--vcs-enabled=false']
  const biome = path.join(root, 'node_modules/.bin/biome')
  const { status, stdout } = spawnSync(biome, ['lint', `--config-path=${root}`, ...only, '--reporter=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; category: string }[] }
  return { status, found: diagnostics.map(({ severity, category }) => `${severity} ${category}`) }
}

test('a function of 80 lines passes the check', () => {
  expect(lint(functionOf(80))).toEqual({ status: 0, found: [] })
})

test('a function of 81 lines fails the check', () => {
  expect(lint(functionOf(81))).toEqual({ status: 1, found: ['error lint/complexity/noExcessiveLinesPerFunction'] })
})
