import { expect, test } from 'vitest'
import { watchLookups } from './watch-lookups.ts'

test('questions beyond the limit are not sent, and what was asked before proves nothing', async () => {
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return []
  }
  const dns = watchLookups(resolve, 3)
  for (const name of ['a', 'b', 'c']) await dns.resolve(`${name}.example`, 'TXT')
  expect(() => dns.demandWithin()).not.toThrow()
  for (const name of ['d', 'e'])
    await expect(dns.resolve(`${name}.example`, 'TXT')).rejects.toThrow('it names more than 3 records of the DNS')
  expect(asked).toEqual(['a.example', 'b.example', 'c.example'])
  expect(() => dns.demandWithin()).toThrow('it names more than 3 records of the DNS')
})
