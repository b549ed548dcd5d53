import type { BlobStore } from '@courtcrier/lib/blob-store.ts'
import { expect, test } from 'vitest'
import { collectRejected } from './rejected-rows.ts'
import { rowError } from './row-error.ts'

test('no cell of the file of refused rows is a formula: neither a header, nor a value, nor a reason', async () => {
  let kept = ''
  const put: BlobStore['put'] = async (content) => {
    for await (const chunk of content as AsyncIterable<Uint8Array>) kept += chunk
    return { sha256: 'a', size: kept.length }
  }
  const rows = collectRejected({ put } as BlobStore, ['=1+1', 'Name'])
  const error = { ...rowError(2, { expected: 'A number.', fix: 'Correct it.' }), column: '=1+1' }
  await rows.add(['@SUM(1)', "'-2+3"], [error])
  await rows.finish()
  expect(kept).toBe("\ufeff'=1+1,Name,Why not imported\r\n'@SUM(1),'-2+3,'=1+1: A number. Correct it.\r\n")
})
