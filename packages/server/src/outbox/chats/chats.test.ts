import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { claimed, plantFiling } from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { chatRow, groupRow, plantChat, send, system, useChatBench } from './chat-bench.fixture.ts'
import { chatKind } from './kind.ts'
import { plantGroup, plantMember } from './planted-group.fixture.ts'

const bench = useChatBench()

test('a channel in Slack gets the filing with a link, and nothing of its text or documents', async () => {
  const id = await plantChat(bench)
  await send(bench, id)
  const [message] = bench.chat.messages
  expect(message?.path).toBe('/slack/partners')
  expect(message?.texts).toEqual([
    'Motion for Summary Judgment: Acme, Inc. v. Doe',
    'Motion for Summary Judgment',
    'Acme, Inc. v. Doe\nN.D. Cal. · 3:26-cv-04417-RS\nFiled November 20, 2026',
    expect.stringContaining('|Open in Courtcrier>'),
  ])
  expect(message?.links).toEqual([`https://notices.hale-osei.example/load-notice/${bench.filing.itemId}`])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', attempts: 1, sentence: 'Slack accepted it (200).' })
  expect(await groupRow(bench)).toMatchObject({ chat_health: 'healthy', chat_sentence: null })
})

test('with several firms, the link is to the firm’s own host', async () => {
  await system(bench, sql`update firms set host_names = '{own.example}' where firm_id = 1`)
  await plantFiling(bench.services, { firmId: 2 })
  // As another process, which hasn't known one firm before.
  const services = { ...bench.services, database: { ...bench.services.database } }
  await send({ ...bench, services }, await plantChat(bench))
  expect(bench.chat.messages.flatMap(({ links }) => links)).toEqual([
    `https://own.example/load-notice/${bench.filing.itemId}`,
  ])
  await system(bench, sql`update firms set host_names = '{}' where firm_id = 1`)
})

test('a channel in Teams gets the filing as a card', async () => {
  bench.group = await plantGroup(bench.services, { chatService: 'TEAMS', chatUrl: bench.chat.url('/teams/workflow') })
  await plantMember(bench.services, bench.group)
  const id = await plantChat(bench, { service: 'TEAMS' })
  await send(bench, id)
  expect(bench.chat.messages.map(({ texts, links }) => ({ texts, links }))).toEqual([
    {
      texts: [
        'Motion for Summary Judgment',
        'Acme, Inc. v. Doe',
        'N.D. Cal. · 3:26-cv-04417-RS',
        'Filed November 20, 2026',
      ],
      links: [`https://notices.hale-osei.example/load-notice/${bench.filing.itemId}`],
    },
  ])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', sentence: 'Microsoft Teams accepted it (202).' })
})

test.each([
  [
    'the filing',
    () => system(bench, sql`update envelopes set is_sealed = true where id = ${bench.filing.envelopeId}::uuid`),
  ],
  [
    'one of its documents',
    () => system(bench, sql`update documents set sealed = true where envelope_id = ${bench.filing.envelopeId}::uuid`),
  ],
])('if %s is sealed, the channel learns only that there is a sealed filing', async (_, seal) => {
  await seal()
  await send(bench, await plantChat(bench))
  expect(bench.chat.messages).toHaveLength(1)
  expect(JSON.stringify(bench.chat.messages[0]?.body)).toContain('A sealed filing')
  expect(JSON.stringify(bench.chat.messages[0]?.body)).not.toMatch(/Acme|Summary|04417/)
})

test('a filing is announced once in a channel, from any process that plans it', async () => {
  await plantChat(bench)
  await expect(plantChat(bench)).rejects.toThrow()
  const { rows } = await withFirm(bench.services.database, 1, (trx) =>
    sql`select from chat_messages where envelope_id = ${bench.filing.envelopeId}::uuid`.execute(trx),
  )
  expect(rows).toHaveLength(1)
})

test("only the service's own hosts are called, and private ones only where the operator allows it", async () => {
  const forbidden = {
    ...bench.services,
    config: { ...bench.services.config, privateWebhooks: { hosts: [], networks: [] } },
  }
  const id = await plantChat(bench)
  await openKind(chatKind(forbidden)).run(claimed({ firmId: 1, id }))
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'failed', sentence: expect.stringContaining('private') })

  bench.group = await plantGroup(bench.services, {
    chatService: 'SLACK',
    chatUrl: 'https://hooks.slack.com.evil.example/x',
  })
  await plantMember(bench.services, bench.group)
  const elsewhere = await plantChat(bench)
  await send(bench, elsewhere)
  expect(await chatRow(bench, elsewhere)).toMatchObject({
    status: 'failed',
    sentence: "The webhook address isn't at Slack, so nothing was sent.",
  })
})

test('an address that was entered for another service is not used', async () => {
  await system(bench, sql`update timekeeper_groups set chat_service = 'TEAMS' where id = ${bench.group}::uuid`)
  const id = await plantChat(bench)
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining('Enter it again'),
  })
})
