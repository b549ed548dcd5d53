import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openReusedDatabase } from '../testing/database.ts'
import type { Database } from './db/database.ts'
import { consoleUrlOf, firmUrl } from './firm-url.ts'

let database: Database
let used: Database
beforeEach(async () => {
  used = await openReusedDatabase()
  database = { ...used }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await used.close()
})

const config = { publicUrl: 'https://notices.example:8443' }
const urlOf = (firmId: number) => consoleUrlOf({ database, config }, firmId)
const addFirm = (id: number, host: string) =>
  sql`insert into firms (firm_id, id, name, host_names) values (${id}::integer, ${id}::integer, ${host},
    array[${host}])`.execute(used.kysely)

test('a firm that was added since is known at once, and makes the others tell their own host', async () => {
  await addFirm(1, 'one.example')
  expect(await urlOf(1)).toBe('https://notices.example:8443')
  await addFirm(2, 'two.example')
  expect(await urlOf(2)).toBe('https://two.example:8443')
  expect(await urlOf(1)).toBe('https://one.example:8443')
})

test('while the database cannot be asked, what it said before counts', async () => {
  await addFirm(1, 'one.example')
  await addFirm(2, 'two.example')
  await urlOf(1)
  const later = performance.now() + 10_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  vi.spyOn(used.kysely, 'transaction').mockImplementation(() => {
    throw new Error('away')
  })
  expect(await urlOf(2)).toBe('https://two.example:8443')
  await expect(urlOf(3)).rejects.toThrow('away')
})

test.each([
  ['https://notices.example', [], 'https://notices.example'],
  ['https://notices.example/', ['other.example', 'notices.example'], 'https://notices.example'],
  ['https://notices.example:8443/path/', ['own.example'], 'https://own.example:8443/path'],
])('of %s and the host names %j the address is %s', (publicUrl, hostNames, url) => {
  expect(firmUrl(publicUrl, hostNames)).toBe(url)
})
