import { afterAll, beforeAll, expect, test } from 'vitest'
import { programScope } from '../../records/viewer.ts'
import { type NoticeBench, noticeOf, openNoticeBench } from '../preferences/notice-bench.fixture.ts'
import { newCaseValues } from './new-case.ts'

let bench: NoticeBench
let matters: Record<'acme' | 'northgate' | 'ibm' | 'unal' | 'obb', string>

beforeAll(async () => {
  bench = await openNoticeBench()
  const matterOf = async (name: string) => {
    const clientId = await bench.add('clients', { name, number: name })
    return bench.add('matters', { name, number: name, client_id: clientId })
  }
  matters = {
    acme: await matterOf('Acme Supply'),
    northgate: await matterOf('Northgate Mills'),
    ibm: await matterOf('IBM'),
    unal: await matterOf('Ünal'),
    obb: await matterOf('ÖBB'),
  }
})
afterAll(() => bench.close())

/** The matter suggested for the case with this name, whose notice serves counsel of these parties. */
async function matterFor(name: string, ...parties: readonly string[]): Promise<string | null> {
  const recipients = parties.map((onBehalfOf) => {
    return { name: 'Ben', emails: ['ben@firm.example'], isServedElectronically: true, onBehalfOf }
  })
  const notice = noticeOf({ court: 'nysb', number: '26-10001', name, notice: { recipients } }, 1)
  return bench.inFirm(async (trx) => (await newCaseValues(trx, programScope(1), notice)).matterId)
}

test('the matter is that of the client whom the case is named after, or whose counsel the notice serves', async () => {
  expect(await matterFor('Roe v. Acme Supply, Inc.')).toBe(matters.acme)
  expect(await matterFor('In re Harbor Lines, Inc.', 'Stranger Bank', 'Acme Supply')).toBe(matters.acme)
  expect(await matterFor('In re Harbor Lines, Inc.', 'Stranger Bank')).toBeNull()
})

test('there is none if several clients fit', async () => {
  expect(await matterFor('In re Harbor Lines, Inc.', 'Acme Supply', 'Northgate Mills')).toBeNull()
  expect(await matterFor('Roe v. Acme Supply, Inc.', 'Northgate Mills')).toBeNull()
})

test('no client is made up of the end of one party and the beginning of the next', async () => {
  expect(await matterFor('In re Harbor Lines, Inc.', 'West Acme', 'Supply and Sons')).toBeNull()
})

test('a client with a name of three letters is found as a whole party only', async () => {
  expect(await matterFor('Roe v. IBM Corp.')).toBe(matters.ibm)
  expect(await matterFor('In re Harbor Lines, Inc.', 'Defendant IBM')).toBe(matters.ibm)
  expect(await matterFor('Roe v. IBM Credit Union')).toBeNull()
})

test('letters beyond A to Z are letters of a client’s name, in capitals or not, whatever the locale of the database', async () => {
  expect(await matterFor('ÜNAL v. Roe')).toBe(matters.unal)
  expect(await matterFor('Roe v. Nal')).toBeNull()
  expect(await matterFor('Roe v. Öbb')).toBe(matters.obb)
})
