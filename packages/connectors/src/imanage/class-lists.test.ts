import { expect, onTestFinished, test } from 'vitest'
import type { Connector } from '../connector.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { mayBeUser } from './class-lists.ts'
import { startFakeImanage } from './fake-imanage.ts'
import { openImanage } from './index.ts'

const account = { username: 'CCRIER', password: 'right', clientId: 'courtcrier', clientSecret: 'secret' }

async function openBench() {
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  onTestFinished(() => fake.service.close())
  const settings = settingsWith({
    ...{ ...account, baseUrl: `http://127.0.0.1:${fake.service.port}`, customerId: 516, database: 'ACTIVE' },
    ...{ authorField: 'CCRIER', documentClass: 'COURT', documentSubclass: 'NOTICE', folderId: '100' },
  })
  return { fake, open: () => openImanage({ firmId: 1, credentialId: 'imanage', settings }, testWays()) }
}

async function objections(connector: Connector, properties = {}): Promise<string[]> {
  const planned = await connector.plan?.(properties)
  if (!planned || 'problem' in planned) throw new Error('no plan')
  return planned.flatMap(({ name, why }) => (name && why ? [`${name}: ${why}`] : []))
}

test('a class or subclass that the library does not know is told by the preview and by the test of the credential', async () => {
  const { fake, open } = await openBench()
  fake.state.classes = { Court: ['NOTICES'], MOTION: ['NOTICE'] }
  const connector = open()
  expect(await objections(connector)).toEqual(['subclass: The class "COURT" has no subclass "NOTICE".'])
  expect(await objections(connector, { class: 'MOTION' })).toEqual([])
  expect(await objections(connector, { class: 'COUR' })).toEqual(['class: The library has no class "COUR".'])
  const [connected] = await connector.check()
  expect(connected).toMatchObject({ state: 'ok', sentence: expect.stringContaining('has no subclass "NOTICE".') })
})

test('what the account cannot look up is not objected to', async () => {
  const { open } = await openBench()
  const connector = open()
  expect(await objections(connector)).toEqual([])
  expect((await connector.check())[0]?.sentence).toBe('The DMS was reached, and it accepted the sign-in.')
})

test('an author that the library does not know is told by the preview and by the test of the credential', async () => {
  const { fake, open } = await openBench()
  fake.state.users = ['MHARLAN', 'CCRIER2']
  const connector = open()
  expect(await objections(connector)).toEqual(['author: The library has no user "CCRIER".'])
  expect(await objections(connector, { author: 'mharlan' })).toEqual([])
  const [connected] = await connector.check()
  expect(connected).toMatchObject({ state: 'ok', sentence: expect.stringContaining('has no user "CCRIER".') })
})

test('a list of users that was not searched says nothing about the author', () => {
  const others = ['MHARLAN', 'PLOWE'].map((id) => ({ id }))
  expect(mayBeUser(others, 'CCRIER')).toBe(true)
  expect(mayBeUser([], 'CCRIER')).toBe(false)
  expect(mayBeUser(undefined, 'CCRIER')).toBe(true)
})

test('the lists are remembered for a while', async () => {
  const { fake, open } = await openBench()
  const connector = open()
  fake.state.classes = { COURT: ['NOTICE'] }
  expect(await objections(connector)).toEqual([])
  fake.state.classes = { OTHER: [] }
  expect(await objections(connector)).toEqual([])
  expect(await objections(open())).toEqual(['class: The library has no class "COURT".'])
})
