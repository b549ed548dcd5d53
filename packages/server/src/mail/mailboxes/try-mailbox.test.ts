import { expect, test } from 'vitest'
import { accountAt, makeMessage, startServer } from '../imap-reader.fixture.ts'
import { tryMailbox } from './try-mailbox.ts'

test('a test opens the folder, counts what would be received, and changes nothing', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('old'), new Date('2026-01-05T10:00:00Z'))
  server.deliver('INBOX', makeMessage('new'), new Date('2026-03-05T10:00:00Z'))
  const account = { ...accountAt(server, { doneFolder: 'Received' }), readFrom: new Date('2026-02-01') }
  const { ok, steps } = await tryMailbox(() => account)
  expect([ok, steps.map(({ sentence }) => sentence)]).toEqual([
    true,
    expect.arrayContaining(['The folder "Received" will be created.', expect.stringMatching(/^1 message/)]),
  ])
  expect(server.commands.filter((command) => /STORE|MOVE|COPY|CREATE/i.test(command))).toEqual([])
})

test('where there is no folder of this name, a test names those that there are', async () => {
  const server = await startServer()
  const inbox = server.folders.get('INBOX')
  if (inbox) server.folders.set('Court/Notices', inbox)
  const { ok, sentence } = await tryMailbox(() => accountAt(server, { folder: 'Notices' }))
  expect([ok, sentence]).toEqual([
    false,
    'There is no folder "Notices" in the mailbox of clerk. There are: "INBOX", "Court/Notices".',
  ])
})
