import { Writable } from 'node:stream'
import { recordOutages } from '@courtcrier/lib/outage.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseAwayError } from './db/away.ts'
import { makeLog, plainError } from './log.ts'
import { reportOutages } from './report-outages.ts'

function openLog() {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: makeLog('debug', sink), lines }
}

const secrets = ['hunter2', 'sk-live-1', 'cancel-key-77', 'AKIA']

test('an error is logged with what happened, without the objects attached to it', () => {
  const { log, lines } = openLog()
  const client = new pg.Client({ connectionString: 'postgres://firm:hunter2@db.example/x' })
  const error = Object.assign(new Error('connect to postgres://firm:hunter2@db.example failed, token=sk-live-1'), {
    client: { ...client, secretKey: 'cancel-key-77', password: 'hunter2' },
    config: { auth: { pass: 'hunter2' }, headers: { authorization: 'Bearer sk-live-1' } },
    $response: { accessKeyId: 'AKIA' },
    code: 'EAUTH',
  })
  log.error({ err: error }, 'mail could not be sent')
  log.error(error)
  log.error({ err: new Error('outer', { cause: error }) }, 'wrapped')
  expect(lines).toHaveLength(3)
  for (const line of lines) for (const secret of secrets) expect(line).not.toContain(secret)
  expect(lines[0]).toContain('EAUTH')
  expect(JSON.stringify(plainError(error))).toContain('[removed]@db.example')
})

test('an outage is logged once when it begins and once when it ends, with the number of failures', () => {
  const { log, lines } = openLog()
  const outage = recordOutages()
  const stop = reportOutages({ outage, writes: recordOutages() }, log)
  outage.begin('it refuses connections')
  const child = log.child({ part: 'jobs' })
  const away = () => new DatabaseAwayError('The database is away: it refuses connections.')
  for (let n = 0; n < 50; n++) log.error({ err: away() }, 'a job failed unexpectedly')
  for (let n = 0; n < 50; n++) child.warn({ err: new Error('wrapped', { cause: away() }) }, 'a request failed')
  outage.begin('it refuses connections')
  outage.end()
  outage.end()
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { reason: 'it refuses connections', msg: expect.stringMatching(/^The database is unreachable/) },
    { failures: 100, seconds: expect.any(Number), msg: expect.stringMatching(/^The database is back/) },
  ])
  log.error({ err: new Error('a defect') }, 'a job failed unexpectedly')
  expect(lines).toHaveLength(3)
  stop()
})

test('a database that takes no writes is logged once as well, and so is whatever runs into it', () => {
  const { log, lines } = openLog()
  const writes = recordOutages()
  const stop = reportOutages({ outage: recordOutages(), writes }, log)
  writes.begin('its disk is full')
  const full = () => Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' })
  for (let n = 0; n < 1000; n++) log.error({ err: full() }, 'a job failed unexpectedly')
  for (let n = 0; n < 1000; n++) log.info({ answer: '451', err: full() }, 'message not received')
  writes.end()
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { reason: 'its disk is full', msg: expect.stringMatching(/^The database takes no writes/) },
    { failures: 2000, msg: expect.stringMatching(/^The database takes writes again/) },
  ])
  stop()
})
