import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bufferOf, fakeBytes } from '../testing/fake-bytes.ts'
import { multipartOf } from '../testing/fake-service.ts'
import { multipartBody } from './multipart.ts'

test('a form is read back as it was, and its length is known before it is sent', async () => {
  const content = Buffer.from('%PDF-1.7\r\n--courtcrier\r\n')
  const body = multipartBody([['attributes', { name: 'Déclaration' }]], {
    field: 'file',
    fileName: '118 "Déclaration" §2.pdf',
    size: content.byteLength,
    bytes: async function* () {
      yield content
    },
  })
  if (!('bytes' in body)) throw new Error('not bytes')
  const bytes = await buffer(body.bytes())
  expect(bytes.byteLength).toBe(body.size)
  const headers = { 'content-type': body.type ?? '' }
  const parts = multipartOf({
    method: 'POST',
    path: '/',
    rawPath: '/',
    query: new URLSearchParams(),
    headers,
    body: fakeBytes(bytes),
    origin: '',
  })
  expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual([
    ['attributes', undefined],
    ['file', '118 "Déclaration" §2.pdf'],
  ])
  expect(JSON.parse(String(parts[0]?.bytes))).toEqual({ name: 'Déclaration' })
  expect(bufferOf(parts[1]?.bytes ?? fakeBytes())).toEqual(content)
})

test.each(['a"b', 'a\r\nX-Header: b'])('the name %j of a file can not end its part', async (fileName) => {
  const body = multipartBody([], { field: 'file', fileName, size: 0, bytes: async function* () {} })
  if (!('bytes' in body)) throw new Error('not bytes')
  const head = (await buffer(body.bytes())).toString().split('\r\n\r\n')[0] ?? ''
  expect(head.split('\r\n')).toHaveLength(3)
})
