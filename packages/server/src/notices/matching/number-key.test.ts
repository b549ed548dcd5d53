import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { docketPairs } from '../../courts/directory/docket-pairs.suite.ts'
import { openReusedDatabase } from '../../testing/database.ts'

test('a case is found by the index under every spelling of its number, in all schemes', async () => {
  const pairs = docketPairs.flatMap(({ name, same, compatible = [] }) =>
    [...same, ...compatible].map(([a, b]) => ({ name, a, b })),
  )
  const numbers = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const database = await openReusedDatabase()
  const { rows } = await sql<{ number: string; key: string }>`
    select number, similar_number(number) as key from unnest(${numbers}::text[]) as number`.execute(database.kysely)
  await database.close()
  const keys = new Map(rows.map(({ number, key }) => [number, key]))
  const isFound = (stored: string, asked: string) => digitRuns(asked).includes(keys.get(stored) ?? '')
  const missed = pairs.filter(({ a, b }) => !isFound(a, b) || !isFound(b, a))
  expect(pairs.length).toBeGreaterThan(100)
  expect(missed).toEqual([])
})
