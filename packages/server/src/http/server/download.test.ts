import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendDownload } from './download.ts'

async function headersFor(name: string) {
  const app = Fastify()
  app.get('/', (_request, reply) => sendDownload(reply, { name, type: 'text/csv', content: 'a' }))
  const { statusCode, headers } = await app.inject('/')
  await app.close()
  return { statusCode, headers, said: String(headers['content-disposition']) }
}

test.each([
  ['Our clients (1).csv', 'Our clients (1).csv', 'Our clients (1).csv'],
  ['Kläger 通知.csv', 'Kl_ger __.csv', 'Kläger 通知.csv'],
  ['a"; filename="evil.html', 'a__ filename__evil.html', 'a"; filename="evil.html'],
  ["x' * (2).csv", 'x_ _ (2).csv', "x' * (2).csv"],
  ['a\r\nSet-Cookie: b=c.csv', 'a__Set-Cookie_ b_c.csv', 'a\r\nSet-Cookie: b=c.csv'],
  ['half \ud83d.csv', 'half _.csv', 'half \ufffd.csv'],
])('a file named %j is saved as that and nothing else', async (name, plain, full) => {
  const { statusCode, headers, said } = await headersFor(name)
  expect(statusCode).toBe(200)
  const [, saved, encoded = ''] =
    /^attachment; filename="([^"\r\n]*)"; filename\*=UTF-8''([\w.%!~-]+)$/.exec(said) ?? []
  expect({ saved, full: decodeURIComponent(encoded) }).toEqual({ saved: plain, full })
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
})
