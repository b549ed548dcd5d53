import { expect, test } from 'vitest'
import { openAllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../retrieval/guarded/guarded-fetch.ts'
import { makeMessage } from '../imap-reader.fixture.ts'
import type { MailboxSettings } from '../mailboxes/mailbox-settings.ts'
import { mailServices } from '../mailboxes/services.ts'
import { graphAccountOf } from './graph-account.ts'
import { settingsFor, startGraph, user } from './graph-mailbox.fixture.ts'
import { tryGraphMailbox } from './try-graph-mailbox.ts'

const hosts = openAllowedHosts({ networks: ['loopback'], setting: 'COURTCRIER_ALLOW_PRIVATE_MAIL' })
const row = { firmId: 1, id: '00000000-0000-4000-8000-000000000000', readFrom: new Date('2026-01-01T00:00:00Z') }

const tryWith = (settings: MailboxSettings) =>
  tryGraphMailbox(() => graphAccountOf(row, settings, { hosts, fetch: openGuardedFetch(hosts) }))

test('every step succeeds, what would be received is counted, and nothing is changed', async () => {
  const places = await startGraph()
  places.graph.deliver(makeMessage('old'), { receivedDateTime: '2025-11-03T09:00:00Z' })
  places.graph.deliver(makeMessage('new'), { receivedDateTime: '2026-02-03T09:00:00Z' })
  const { ok, steps } = await tryWith(settingsFor(places, { doneFolder: 'Received' }))
  expect(ok).toBe(true)
  expect(steps.map(({ sentence }) => sentence)).toEqual([
    'A token was given.',
    expect.stringContaining(`lets the application read the mailbox of ${user}.`),
    'The folder "INBOX" has 2 messages.',
    '1 message since 2026-01-01 00:00 UTC would be received, and 1 older one left as it is.',
    'The folder "Received" will be created.',
  ])
  expect(places.graph.requests.every(({ what }) => what.startsWith('GET'))).toBe(true)
})

test('a folder that is missing is said with the names that are there', async () => {
  const places = await startGraph()
  const { sentence } = await tryWith(settingsFor(places, { folder: 'Court notices' }))
  expect(sentence).toBe(
    `There is no folder "Court notices" in the mailbox of ${user}. There are: "Inbox", "Drafts", "Sent Items", "Archive".`,
  )
})

test('a mailbox that is not there, and a refused token, are said in their step', async () => {
  const places = await startGraph()
  const wrong = await tryWith(settingsFor(places, { address: 'other@one.example' }))
  expect(wrong.sentence).toContain('There is no mailbox other@one.example in this directory.')
  places.graph.interfere(() => ({ status: 401, code: 'InvalidAuthenticationToken' }))
  const refused = await tryWith(settingsFor(places))
  expect(refused.sentence).toContain('refuses the token')
  expect(refused.steps.map(({ state }) => state)).toEqual(['ok', 'failed', 'skipped', 'skipped', 'skipped'])
})

test('tokens are requested for the Graph of the cloud that is named', () => {
  const { scope } = mailServices.GRAPH
  if (typeof scope !== 'function') throw new Error('the scope depends on the server')
  expect(scope({ server: null })).toBe('https://graph.microsoft.com/.default')
  expect(scope({ server: 'https://graph.microsoft.us/' })).toBe('https://graph.microsoft.us/.default')
})
