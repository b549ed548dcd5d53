import { onServer, urlOf } from '../../packages/server/src/testing/database.ts'
import { everyWayThrice, runDatabaseFaults } from './run-database-faults.ts'
import { runFaults } from './run-faults.ts'

const serverUrl = process.env.COURTCRIER_TEST_DATABASE_URL
const name = `courtcrier_faults_${process.pid}`
if (serverUrl) await onServer(serverUrl, `create database ${name}`)
const seed = process.argv[2] ?? String(Date.now())
console.log(
  `Fault test with seed ${seed}: 300 notices, at least 10 kills, on ${serverUrl ? 'PostgreSQL' : 'the embedded database'}.`,
)
const report = await runFaults({
  notices: 300,
  kills: 10,
  seed,
  onProgress: (line) => console.log(`  ${line}`),
  ...(serverUrl ? { databaseUrl: urlOf(serverUrl, name) } : {}),
})
if (serverUrl) await onServer(serverUrl, `drop database if exists ${name} with (force)`)
console.log(JSON.stringify(report, undefined, 2))
const away = await interruptDatabase()
const isBroken = [report, ...(away ? [away] : [])].some(({ broken }) =>
  Object.values(broken).some((list) => list.length > 0),
)
const isTwice = away !== undefined && (away.exits > 0 || away.mailsSentAgain > 0)
console.log(
  isBroken || isTwice
    ? 'Something was lost or done twice, or a process ended.'
    : 'Nothing was lost, fetched twice, stored twice or told twice.',
)
process.exitCode = isBroken || isTwice ? 1 : 0

async function interruptDatabase() {
  console.log('A PostgreSQL of its own goes away twelve times under three processes and 20 notices a second.')
  const found = await runDatabaseFaults({ ...everyWayThrice, seed, onProgress: (line) => console.log(`  ${line}`) })
  console.log(found ? JSON.stringify(found, undefined, 2) : '  Skipped: there is none below /usr/lib/postgresql.')
  return found
}
