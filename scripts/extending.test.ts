import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import type { Sample } from './extending/sample.ts'
import { samples } from './extending/samples.ts'
import { copyTree } from './extending/scratch-copy.ts'

/** Written by emit-proto.ts; no one edits them. */
const generated = new Set(['packages/contract/courtcrier.proto', 'packages/contract/field-numbers.json'])

test('all samples together compile, and each one works', () => tryOut(samples))

if (isLongRun) test.each(samples)('alone: $row', (sample) => tryOut([sample]))

/** Adds the samples to a copy of the tree, and runs the generators, the compiler and the proofs there. */
async function tryOut(added: readonly Sample[]): Promise<void> {
  const copy = copyTree()
  onTestFinished(copy.remove)
  for (const sample of added) copy.add(sample)
  await succeed(copy.run(process.execPath, ['packages/contract/src/emit-proto.ts']))
  const edited = new Set(added.flatMap(({ edits = [] }) => edits.map(({ file }) => file)))
  expect(copy.changed().filter((file) => !generated.has(file))).toEqual([...edited].toSorted())
  await succeed(copy.run(binary('tsc'), ['--noEmit']))
  const tests = new Set(added.flatMap(({ proofs, holds = [] }) => [...Object.keys(proofs), ...holds]))
  const { code, output } = await copy.run(binary('vitest'), ['run', ...tests, '--maxWorkers=1'])
  expect(code, output).toBe(0)
  // A proof that no Vitest project includes would prove nothing.
  expect(output).toMatch(new RegExp(`Test Files\\s+.*${tests.size} passed`))
}

function binary(name: string): string {
  return path.join(import.meta.dirname, '../node_modules/.bin', name)
}

async function succeed(run: Promise<{ code: number; output: string }>): Promise<void> {
  const { code, output } = await run
  expect(code, output).toBe(0)
}
