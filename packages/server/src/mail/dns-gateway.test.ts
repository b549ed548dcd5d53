import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isAbsence, openResolver } from './dns-gateway.ts'

test('asks each question once a minute, regardless of spelling, and returns copies of lists', async () => {
  let asked = 0
  const resolve = openResolver(undefined, { resolve: async () => [`record ${++asked}`, 'second'] })
  const first = (await resolve('cand.uscourts.gov', 'TXT')) as string[]
  first.pop()
  expect(await resolve('CAND.uscourts.gov', 'TXT')).toEqual(['record 1', 'second'])
  expect(await resolve('cand.uscourts.gov', 'A')).toEqual(['record 2', 'second'])
})

test('simultaneous questions share one answer, and absence is cached too', async () => {
  let asked = 0
  const resolve = openResolver(undefined, {
    resolve: async () => {
      asked++
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    },
  })
  const results = await Promise.allSettled([resolve('a.example', 'TXT'), resolve('a.example', 'TXT')])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  await expect(resolve('a.example', 'TXT')).rejects.toThrow('none')
  expect(asked).toBe(1)
})

test.each([
  'evil.example\0.cand.uscourts.gov',
  'cand.uscourts.gov\n',
  'cand uscourts.gov',
  'c\u00e4nd.uscourts.gov',
  '\x7f',
])('asks nothing about what can be no name: %j', async (name) => {
  const asked: string[] = []
  const resolve = openResolver(undefined, { resolve: async (each) => void asked.push(each) })
  const error: unknown = await resolve(name, 'TXT').catch((reason: unknown) => reason)
  expect(isAbsence(error)).toBe(true)
  await resolve("a_b-c=!#$%&'*+/?^`{|}~.Example.", 'TXT')
  expect(asked).toEqual(["a_b-c=!#$%&'*+/?^`{|}~.Example."])
})

test('the cache is bounded and drops the oldest answers', async () => {
  const asked: string[] = []
  const resolve = openResolver(undefined, { resolve: async (name) => void asked.push(name) })
  for (let n = 0; n < 2_500; n++) await resolve(`n${n}.example`, 'TXT')
  await resolve('n2499.example', 'TXT')
  expect(asked).toHaveLength(2_500)
  await resolve('n0.example', 'TXT')
  expect(asked).toHaveLength(2_501)
})

test('the gateway replaces the DNS: rows, 404 for no record, and anything else for an error', async () => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const name = url.searchParams.get('name')
    const status = name === 'down.example' ? 500 : name === 'known.example' ? 200 : 404
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify([[`${url.searchParams.get('type')} of ${name}`]]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns`
  const resolve = openResolver(gateway)
  expect(await resolve('known.example', 'TXT')).toEqual([['TXT of known.example']])
  const failures = await Promise.allSettled([resolve('none.example', 'TXT'), resolve('down.example', 'TXT')])
  expect(failures.map((result) => result.status === 'rejected' && isAbsence(result.reason))).toEqual([true, false])
  await new Promise((resolve) => server.close(resolve))
})
