import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { version } from '../base/version.ts'
import { openAgentBench } from '../testing/agent-bench.ts'
import { checkAgents } from './check-agents.ts'

test('agents say since when they are there, in which version, and what waits for them', async () => {
  const bench = await openAgentBench()
  onTestFinished(() => bench.close())
  const { database } = bench.services
  const change = (set: ReturnType<typeof sql>) =>
    withSystem(database, (trx) => sql`update agents set ${set}`.execute(trx))
  const check = async () => (await checkAgents(database)).map(({ state, sentence }) => [state, sentence])
  expect(await check()).toEqual([])
  await bench.enroll('Office')
  await bench.plantCopy()
  expect(await check()).toEqual([['warning', expect.stringMatching(/never started\. One document waits for it\./)]])
  await change(sql`connected_at = now(), last_seen_at = now()`)
  expect(await check()).toEqual([
    ['warning', expect.stringContaining(`with version 1.0.0; this server has ${version}. Upgrade the server.`)],
  ])
  await change(sql`version = '0.0.9'`)
  expect(await check()).toEqual([
    ['warning', expect.stringContaining(`too old for this server, so it gets no work: install version ${version}`)],
  ])
  await change(sql`version = ${`${version}-rc.1`}::text`)
  expect(await check()).toEqual([
    ['warning', expect.stringContaining(`The agent is older: install version ${version} on its machine.`)],
  ])
  await change(sql`version = ${version}::text`)
  expect(await check()).toEqual([['ok', expect.stringMatching(/^It has been there since 20.* UTC, with version /)]])
  await change(sql`last_seen_at = now() - interval '2 hours'`)
  expect(await check()).toEqual([
    ['warning', expect.stringMatching(/^It was last there at 20.*"courtcrier agent run"/)],
  ])
  expect(await check()).toEqual([['warning', expect.stringContaining(` UTC, with version ${version}. One document`)]])
  await change(sql`version = '0.0.9'`)
  expect(await check()).toEqual([
    ['warning', expect.stringMatching(/, with version 0\.0\.9; this server has .*too old.*"courtcrier agent run"/)],
  ])
})
