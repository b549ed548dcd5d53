import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../walls.ts'
import { countOf, newFilesOf, statedCounts } from './sample.ts'
import { samples } from './samples.ts'
import { edited } from './scratch-copy.ts'

// Only `npm run test:long` builds and runs the samples (extending.test.ts): what moved since must not wait for it.

test('the table of docs/extending.md states the number of files each sample touches', () => {
  expect(Object.fromEntries(samples.map((sample) => [sample.row, countOf(sample)]))).toEqual(statedCounts())
})

test('every sample fits the files it adds to, beside all others', () => {
  const texts = new Map<string, string>()
  for (const { row, edits = [] } of samples)
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(path.join(root, edit.file), 'utf8')
      texts.set(edit.file, edited(text, edit, row))
    }
  const added = samples.flatMap((sample) => Object.keys({ ...newFilesOf(sample), ...sample.proofs }))
  expect(added.filter((file) => existsSync(path.join(root, file)))).toEqual([])
})
