import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { accountAt, startServer } from '../imap-reader.fixture.ts'
import { type FolderSource, listFolders } from './list-folders.ts'
import { imapFolders } from './list-imap-folders.ts'

const never = new Promise<never>(() => undefined)
const source = (list: FolderSource['list']): FolderSource => ({ list, describe: (error) => String(error) })

test('a mail server that does not answer is waited for only so long, and then no longer', async () => {
  let closed = 0
  const silent = { ...source(() => never), close: () => (closed += 1) }
  const answer = await listFolders(() => silent, { enoughMs: 5, longestMs: 10 })
  expect(answer).toMatchObject({
    ok: false,
    folders: [],
    sentence: expect.stringContaining('did not list its folders in time'),
  })
  expect(closed).toBe(1)
})

test('what is known after a while is answered, if it is not all', async () => {
  const slow = source(async (isLate) => {
    while (!isLate()) await new Promise((resolve) => setTimeout(resolve, 1))
    return { paths: [['INBOX'], ['Court', 'Notices']], hasMore: true }
  })
  expect(await listFolders(() => slow, { enoughMs: 5, longestMs: 60_000 })).toEqual({
    ...{ ok: true, isComplete: false, folders: ['INBOX', 'Court/Notices'] },
    sentence: 'The first 2 folders are listed. Enter the path of any other.',
  })
})

test('a server without a separator has names with any character', async () => {
  const server = await startServer({ separator: '' })
  server.folders.set('Court.Notices', { uidValidity: 1, uidNext: 1, messages: [] })
  expect((await listFolders(() => imapFolders(accountAt(server)))).folders).toEqual(['INBOX', 'Court.Notices'])
})

longTest('a mail server that lists folders without an end is cut off', async () => {
  const { port, sockets } = await startEndlessServer()
  const account = { ...accountAt(await startServer()), port }
  const { ok, sentence } = await listFolders(() => imapFolders(account))
  expect([ok, sentence]).toEqual([
    false,
    'The mail server 127.0.0.1 lists more folders than can be shown. Enter the path of the folder.',
  ])
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
})

/** An IMAP server whose list of folders goes on as long as it is read. */
async function startEndlessServer(): Promise<{ port: number; sockets: readonly Socket[] }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let serial = 0
    const goOn = (): void => {
      while (!socket.destroyed && socket.write(`* LIST () "/" "${++serial}${'x'.repeat(400)}"\r\n`));
      if (!socket.destroyed) socket.once('drain', goOn)
    }
    socket.on('error', () => undefined)
    socket.write('* PREAUTH [CAPABILITY IMAP4rev1] ready\r\n')
    socket.on('data', (chunk) => {
      const [, tag = '', name = ''] = /^(\S+) (\S+)/.exec(String(chunk)) ?? []
      if (name === 'LIST' && String(chunk).includes('*')) return goOn()
      socket.write(`${tag} OK done\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}
