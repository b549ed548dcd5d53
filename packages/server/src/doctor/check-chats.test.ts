import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { plantGroup } from '../outbox/chats/planted-group.fixture.ts'
import { openTestServices } from '../outbox/copies/test-filing.ts'
import { checkChats } from './check-chats.ts'

test('chat channels that are paused fail with the reason, and those out of use say nothing', async () => {
  const services = await openTestServices()
  onTestFinished(services.close)
  const { database } = services
  expect(await checkChats(database)).toEqual([])
  const chatUrl = 'https://hooks.slack.com/services/T0/B0/x'
  await plantGroup(services, { chatService: 'SLACK', chatUrl, name: 'Associates' })
  const id = await plantGroup(services, { chatService: 'SLACK', chatUrl, name: 'Partners' })
  const change = (what: string) =>
    withSystem(database, (trx) =>
      sql`update timekeeper_groups set ${sql.raw(what)} where id = ${id}::uuid`.execute(trx),
    )
  const none = (count: number) => ({
    ...{ name: 'Chat channels', state: 'ok', sentence: `${count} in use, none of them paused.` },
  })
  expect(await checkChats(database)).toEqual([none(2)])
  await change("chat_health = 'paused', chat_sentence = 'Slack no longer takes messages.'")
  expect(await checkChats(database)).toEqual([
    {
      name: 'Chat channel "Partners" of firm 1',
      state: 'failed',
      sentence: "It is paused, so filings aren't announced there (Slack). Slack no longer takes messages.",
    },
    none(1),
  ])
  await change('is_chat_active = false')
  expect(await checkChats(database)).toEqual([none(1)])
})
