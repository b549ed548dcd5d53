import { expect, test } from 'vitest'
import { nothingBroken } from './examine.ts'
import { everyWayThrice, runDatabaseFaults } from './run-database-faults.ts'

const isLong = Boolean(process.env.COURTCRIER_TEST_LONG)

test('a database that goes away again and again ends no process, and nothing is lost or done twice', async () => {
  const report = await runDatabaseFaults({
    seed: process.env.COURTCRIER_TEST_SEED ?? 'database',
    ...(isLong
      ? everyWayThrice
      : { ways: ['fast', 'kill', 'immediate'], filings: 30, rate: 5, processes: 2, pauseMs: 0 }),
    onProgress: (line) => process.stdout.write(`  ${line}\n`),
  })
  if (!report) {
    process.stdout.write('Skipped: there is no PostgreSQL below /usr/lib/postgresql, so none can go away.\n')
    return
  }
  process.stdout.write(`  ${report.accepted} messages, ${report.mails} mails, ${report.messagesSentAgain} sent again\n`)
  expect(report.exits).toBe(0)
  expect(report.broken).toEqual(nothingBroken)
  expect(report.mailsSentAgain).toBe(0)
  for (const { read, retryAfter, ready, why } of report.answersWhileAway) {
    expect(read).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(ready).toBe(503)
    expect(why).toMatch(/^The database has been away/)
  }
}, 1_800_000)
