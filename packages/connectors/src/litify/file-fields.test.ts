import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { fakeBytes } from '../testing/fake-bytes.ts'
import { openBench } from './litify-bench.fixture.ts'

const keyField = 'Courtcrier_Key__c'
const file = {
  ...fileOf('A/a.pdf', 'x'),
  properties: {
    Description: ' Order granting motion ',
    'docket no.': '118',
    pages: '12',
    Sealed__c: 'yes',
    Author: 'Roe',
    Empty: '',
  },
}

async function open(more: Parameters<typeof openBench>[0] = {}) {
  const bench = await openBench(more)
  await bench.connector.ensureFolder('A')
  return { ...bench, facts: () => bench.tree.at('A/a.pdf')?.facts }
}

test("a policy's properties are in the file's description and in the firm's own fields, by label or API name", async () => {
  const bench = await open({ keyField })
  expect(await bench.connector.put(file)).toMatchObject({
    wasThere: false,
    remark: "Salesforce's files have no field for these document properties: Author.",
  })
  expect(bench.facts()).toMatchObject({
    description: 'Order granting motion',
    fields: { Docket_Number__c: '118', Pages__c: 12, Sealed__c: true },
    key: file.idempotencyKey,
  })
  await bench.close()
})

test("without a field for keys, the copy's key is at the end of the description, and the file is found by it", async () => {
  const bench = await open()
  const long = { ...file, properties: { Description: 'long '.repeat(300) } }
  expect(await bench.connector.put(long)).toMatchObject({ wasThere: false })
  const description = String(bench.facts()?.description)
  expect(description).toHaveLength(1000)
  expect(description).toMatch(new RegExp(`^long long .* courtcrier:${RegExp.escape(file.idempotencyKey)}$`))
  const entry = bench.tree.at('A/a.pdf')
  if (entry) entry.bytes = fakeBytes('a new version')
  expect(await bench.reopen().put({ ...long, attempt: 2 })).toMatchObject({ wasThere: true })
  expect(bench.facts()?.description).toBe(description)
  await bench.close()
})

test('what Salesforce gets is known before, and a document without properties costs no call', async () => {
  const bench = await open({ keyField })
  expect(
    await bench.connector.plan?.({ ...file.properties, Judge: 'Roe', Score: '1', 'Courtcrier Key': 'k', Title: 't' }),
  ).toMatchObject([
    { property: 'Description', name: 'Description', value: 'Order granting motion', why: null },
    { name: 'Docket_Number__c', value: '118', why: null },
    { name: 'Pages__c', why: null },
    { name: 'Sealed__c', why: null },
    { name: null, why: "Salesforce's files have no field of this name." },
    { name: null, why: 'It has no value.' },
    { name: 'Judge__c', why: 'The field takes records or places, and no text.' },
    { name: 'Score__c', why: 'The user that the external client app runs as may not edit this field.' },
    { name: null, why: "This field is for the copies' keys." },
    { name: null, why: "Salesforce's files have no field of this name." },
  ])
  const before = bench.asked.length
  await bench.connector.put({ ...file, properties: { Description: ' ' } })
  expect(bench.asked.slice(before).filter(({ path, method }) => /describe/.test(path) || method === 'PATCH')).toEqual(
    [],
  )
  await bench.close()
})

test('a refused value and a field that takes no text are named by the copy, and the others are saved', async () => {
  const bench = await open({ keyField })
  const properties = { Stage: 'No such stage', Pages: '12', Judge: 'Roe' }
  expect(await bench.connector.put({ ...file, properties })).toMatchObject({
    wasThere: false,
    remark:
      "These fields can't be edited, or take no text: Judge__c. Salesforce didn't accept these document properties: Stage__c (INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST).",
  })
  expect(bench.facts()?.fields).toEqual({ Pages__c: 12 })
  await bench.close()
})

test.each([
  [403, 'REQUEST_LIMIT_EXCEEDED', 'throttled'],
  [400, 'UNABLE_TO_LOCK_ROW', 'transient'],
  [500, 'UNKNOWN_EXCEPTION', 'transient'],
])('properties that %d %s keeps from being saved are by the next try', async (answer, errorCode, problem) => {
  const bench = await open({ keyField })
  bench.faults.fail({ answer, body: JSON.stringify([{ errorCode, message: 'No.' }]) }, 'PATCH')
  expect(await bench.connector.put(file)).toMatchObject({ problem })
  bench.faults.fail(undefined)
  expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
  expect(bench.facts()?.fields).toMatchObject({ Pages__c: 12 })
  await bench.close()
})

test('a right that is missing for the fields is no reason to keep the document waiting', async () => {
  const bench = await open({ keyField })
  const body = JSON.stringify([{ errorCode: 'INSUFFICIENT_ACCESS_OR_READONLY', message: 'No.' }])
  bench.faults.fail({ answer: 400, body }, 'PATCH')
  expect(await bench.connector.put(file)).toMatchObject({ remark: expect.stringContaining('INSUFFICIENT_ACCESS') })
  await bench.close()
})

test("a person's own file of the same bytes keeps what the person entered", async () => {
  const bench = await open({ keyField })
  await bench.plant('A/a.pdf', Buffer.from('x'))
  const kept = bench.facts()
  if (kept) kept.description = 'of a person'
  expect(await bench.connector.put(file)).toMatchObject({ wasThere: true })
  expect(bench.facts()).toMatchObject({ description: 'of a person' })
  expect(bench.facts()).not.toHaveProperty('fields')
  await bench.close()
})
