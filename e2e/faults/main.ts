import { onServer, urlOf } from '../../packages/server/src/testing/database.ts'
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
const isBroken = Object.values(report.broken).some((list) => list.length > 0)
console.log(
  isBroken ? 'Something was lost or done twice.' : 'Nothing was lost, fetched twice, stored twice or told twice.',
)
process.exitCode = isBroken ? 1 : 0
