import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import type { Bucket, ObjectHead } from './bucket.ts'
import { putObject } from './put-object.ts'

const file = { ...fileOf('A/a.pdf', 'the bytes'), idempotencyKey: 'a copy' }
const begun = Buffer.from('the by')
const own = createHash('sha256').update('a copy').digest('hex').slice(0, 32)

/** Saves the file where the beginning of its bytes is, as this head describes it; returns the result and what was removed. */
async function putOver(head: Omit<ObjectHead, 'size'>, attempt: number) {
  const removed: string[] = []
  let found: ObjectHead | undefined = { ...head, size: begun.byteLength }
  const bucket = {
    head: async () => found,
    get: async () => [begun],
    remove: async (key: string) => {
      removed.push(key)
      found = undefined
    },
    put: async () => {
      found = { size: file.size, sha256: file.sha256, writer: own }
    },
  }
  const stored = await putObject(bucket as unknown as Bucket, 'key', { ...file, attempt })
  return { stored, removed }
}

const conflict = { stored: { problem: 'conflict' }, removed: [] }
const replaced = { stored: { wasThere: false }, removed: ['key'] }

test("half an object of the copy's own is replaced, of another copy of the same document it stays", async () => {
  expect(await putOver({ sha256: file.sha256, writer: own }, 2)).toEqual(replaced)
  expect(await putOver({ sha256: file.sha256, writer: 'another' }, 2)).toMatchObject(conflict)
})

test('an object that says nothing of its writer is replaced only if an earlier attempt may have begun it', async () => {
  const unknown = { sha256: undefined, writer: undefined }
  expect(await putOver(unknown, 2)).toEqual(replaced)
  expect(await putOver(unknown, 1)).toMatchObject(conflict)
})
