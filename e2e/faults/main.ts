import { parseArgs } from 'node:util'
import { onServer, urlOf } from '../../packages/server/src/testing/database.ts'
import type { FaultReport } from './examine.ts'
import { everyWayThrice, runDatabaseFaults } from './run-database-faults.ts'
import { runFaults, sentTooOften } from './run-faults.ts'
import { runSlowFaults, usualSlowFaults } from './run-slow-faults.ts'
import { heldUp } from './slow-report.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const seed = positionals[0] ?? String(Date.now())
const onProgress = (line: string) => console.log(`  ${line}`)

/** Each returns what went wrong, in sentences. */
const parts: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  kills: killRepeatedly,
  database: interruptDatabase,
  slow: slowDown,
}

if (values.only !== undefined && !parts[values.only])
  throw new Error(`There is no part ${values.only}: ${Object.keys(parts).join(', ')}.`)
console.log(`Fault test with seed ${seed}.`)
const wrong: string[] = []
for (const [name, run] of Object.entries(parts)) {
  if (values.only === undefined || values.only === name) wrong.push(...(await run()))
}
console.log(
  wrong.length > 0
    ? wrong.join('\n')
    : 'Nothing was lost, fetched twice, stored twice or told twice, and nothing waited for what was slow.',
)
process.exitCode = wrong.length > 0 ? 1 : 0

async function killRepeatedly(): Promise<readonly string[]> {
  const serverUrl = process.env.COURTCRIER_TEST_DATABASE_URL
  const name = `courtcrier_faults_${process.pid}`
  if (serverUrl) await onServer(serverUrl, `create database ${name}`)
  console.log(`300 notices, at least 10 kills, on ${serverUrl ? 'PostgreSQL' : 'the embedded database'}.`)
  const report = await runFaults({
    notices: 300,
    kills: 10,
    seed,
    onProgress,
    ...(serverUrl ? { databaseUrl: urlOf(serverUrl, name) } : {}),
  })
  if (serverUrl) await onServer(serverUrl, `drop database if exists ${name} with (force)`)
  console.log(JSON.stringify(report, undefined, 2))
  return [...broken(report), ...sentTooOften(report)]
}

async function interruptDatabase(): Promise<readonly string[]> {
  console.log('A PostgreSQL of its own goes away twelve times under three processes and 20 notices a second.')
  const found = await runDatabaseFaults({ ...everyWayThrice, seed, onProgress })
  console.log(found ? JSON.stringify(found, undefined, 2) : '  Skipped: there is none below /usr/lib/postgresql.')
  if (!found) return []
  return [
    ...broken(found),
    ...(found.exits > 0 ? [`${found.exits} processes ended.`] : []),
    ...(found.mailsSentAgain > 0 ? [`${found.mailsSentAgain} emails were sent again.`] : []),
  ]
}

/** How long healthy notices wait beside something slow, and beside nothing slow: median, 95th percentile, most. */
async function slowDown(): Promise<readonly string[]> {
  console.log(
    'A store hangs, a store drips, a mail server hangs, a court hangs and a mail server says nothing, beside healthy ones.',
  )
  return heldUp(await runSlowFaults({ ...usualSlowFaults, seed, onProgress }))
}

function broken(report: FaultReport): string[] {
  return Object.entries(report.broken).flatMap(([what, list]) =>
    list.length > 0 ? [`${what}: ${list.join(', ')}`] : [],
  )
}
