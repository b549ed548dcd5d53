import type { ServerResponse } from 'node:http'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantFiling } from '../copies/test-filing.ts'
import { answerOnce, chatRow, events, groupRow, plantChat, send, system, useChatBench } from './chat-bench.fixture.ts'
import { plantGroup, plantMember } from './planted-group.fixture.ts'

const bench = useChatBench()

test.each([404, 410, 403, 401])('a channel that answers %i is paused, which is logged once a day', async (status) => {
  const ids = [await plantChat(bench)]
  for (let n = 0; n < 2; n++) {
    const { envelopeId, itemId } = await plantFiling(bench.services)
    ids.push(await plantChat(bench, { envelope_id: envelopeId, inbox_item_id: itemId }))
  }
  bench.chat.answer = (_, response: ServerResponse) => response.writeHead(status).end('channel_is_archived')
  for (const id of ids) await send(bench, id)
  expect(bench.chat.calls).toHaveLength(1)
  const why = `Slack no longer takes messages at this webhook address (${status}, channel_is_archived). Create another one there and enter it here.`
  expect(await groupRow(bench)).toMatchObject({ chat_health: 'paused', chat_sentence: why })
  expect(await chatRow(bench, String(ids[0]))).toMatchObject({ status: 'failed', sentence: why })
  expect(await chatRow(bench, String(ids[2]))).toMatchObject({
    status: 'failed',
    sentence: `Not sent: the channel is paused. ${why}`,
  })
  expect((await events(bench)).map(({ entity, sentence }) => [entity, sentence])).toEqual([
    [
      'timekeeper_group',
      expect.stringContaining("is paused, so filings aren't announced there. Slack no longer takes"),
    ],
  ])
})

test.each([
  ['TEAMS', '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"… with state \'Deleted\'"}}'],
  ['SLACK', 'user_not_found'],
] as const)('a channel of %s that is gone is paused, though the answer is 400', async (chatService, answer) => {
  const path = chatService === 'TEAMS' ? '/teams/partners' : '/slack/partners'
  const group = await plantGroup(bench.services, { chatService, chatUrl: bench.chat.url(path) })
  await plantMember(bench.services, group)
  const id = await plantChat(bench, { timekeeper_group_id: group, service: chatService })
  answerOnce(bench, 400, answer)
  await send(bench, id)
  const why = expect.stringContaining('no longer takes messages at this webhook address (400, ')
  expect(await chatRow(bench, id)).toMatchObject({ status: 'failed', sentence: why })
  expect(await groupRow({ ...bench, group })).toMatchObject({ chat_health: 'paused', chat_sentence: why })
})

test.each([
  ['gone', 404, 'failed', ['envelope']],
  ['there', 200, 'sent', []],
] as const)(
  'a channel that turns out to be %s says nothing about the one entered instead meanwhile',
  async (_, status, end, logged) => {
    const { services, chat, group } = bench
    const id = await plantChat(bench)
    chat.answer = (_request, response) => {
      const to = destinationOf(timekeeperGroup, { chatService: 'SLACK' })
      const another = Buffer.from(services.secrets.seal(chat.url('/slack/another'), to))
      void system(bench, sql`update timekeeper_groups set chat_url = ${another} where id = ${group}::uuid`).then(() =>
        response.writeHead(status).end('no_service'),
      )
    }
    await send(bench, id)
    expect(await groupRow(bench)).toMatchObject({ chat_health: 'unknown', chat_sentence: null })
    expect(await chatRow(bench, id)).toMatchObject({ status: end })
    expect((await events(bench)).map(({ entity }) => entity)).toEqual(logged)
  },
)
