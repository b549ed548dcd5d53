import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { everyNth } from '../../../server/src/testing/long-run.ts'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { largeFile } from '../testing/large-file.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { contentHashOf } from './content-hash.ts'
import { startFakeDropbox } from './fake-dropbox.ts'
import { dropbox, openDropbox } from './index.ts'
import { headerOf } from './team-space.ts'

const settings = { clientId: 'key', clientSecret: 'right' }

async function openBench(
  more: { isTeam?: boolean; folderId?: string; clientId?: string; clientSecret?: string; token?: string } = {},
) {
  const { isTeam = false, token = 'refresh', ...given } = more
  const fake = await startFakeDropbox({ ...settings, refreshToken: 'refresh', isTeam })
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused }) =>
      openDropbox(
        {
          firmId: 1,
          credentialId: 'dropbox',
          settings: settingsWith({ ...settings, ...given, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
        { api: base, content: base },
      ),
    writes: 'POST',
  })
  bench.memory.refreshTokens.set('dropbox', token)
  return { ...bench, fake }
}

describeConnector('Dropbox', () => openBench())
describeConnector('Dropbox (team)', () => openBench({ isTeam: true }))
describeFaults('Dropbox', () => openBench())
describeHttpFaults('Dropbox', () => openBench())
describeEveryCall('Dropbox', () => openBench())
describeEveryCall('Dropbox (in pieces)', () => openBench(), { size: 16_500_000 })
describeOtherHands('Dropbox', () => openBench())
describeEndedTokens('Dropbox', () => openBench())
describeEndedTokens('Dropbox (in pieces)', () => openBench(), { size: 17_000_000 })

describe('the Dropbox connector', () => {
  const large = largeFile(25_000_000)

  test('saves below the folder of the credential, with the address of its page', async () => {
    const bench = await openBench({ folderId: 'Court/Filings' })
    bench.tree.makeFolders('Court/Filings')
    await bench.connector.ensureFolder('Akme & Söhne')
    expect(await bench.connector.put(fileOf('Akme & Söhne/1.pdf', 'x'))).toEqual({
      wasThere: false,
      link: 'https://www.dropbox.com/home/Court/Filings/Akme%20%26%20S%C3%B6hne?preview=1.pdf',
    })
    expect(bench.tree.at('Court/Filings/Akme & Söhne/1.pdf')?.bytes?.toString()).toBe('x')
    await bench.close()
  })

  test('a copy waits as long as the body of its refusal says, where no header does, and others go on', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const error = { reason: { '.tag': 'too_many_write_operations' }, retry_after: 300 }
    const body = JSON.stringify({ error_summary: 'too_many_write_operations/..', error })
    bench.faults.fail({ answer: 429, body, headers: { 'content-type': 'application/json' } })
    const result = await bench.connector.put(fileOf('A/a.pdf', 'x'))
    expect(result).toMatchObject({ problem: 'throttled', retryAfterMs: 300_000 })
    bench.faults.fail(undefined)
    const other = () => bench.connector.put(fileOf('A/b.pdf', 'x'))
    await expect.poll(other, { timeout: 30_000 }).toMatchObject({ wasThere: expect.any(Boolean) })
    await bench.close()
  })

  test.each([
    ['folderId', { folderId: 'Nowhere' }, 'shows no folder "/Nowhere"'],
    ['clientId', { clientId: 'other' }, 'Sign in to Dropbox again'],
    ['clientSecret', { clientSecret: 'other' }, 'Sign in to Dropbox again'],
    ['token', { token: 'revoked' }, 'Sign in to Dropbox again'],
  ])('what is wrong with the %s is told', async (_field, wrong, told) => {
    const bench = await openBench(wrong)
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(told) })
    await bench.close()
  })

  test('a permission that the app lacks is told, with what to do', async () => {
    const bench = await openBench()
    bench.fake.state.scope = 'files.content.write'
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('sign in again afterwards') })
    await bench.close()
  })

  test('names that differ only in case are the same folder and the same file', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('Motions')
    expect(await bench.connector.ensureFolder('MOTIONS')).toEqual({ ready: true, made: false })
    await bench.connector.put(fileOf('Motions/a.pdf', 'one'))
    expect(await bench.connector.put(fileOf('MOTIONS/A.pdf', 'two'))).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('a folder that a file has the name of is refused', async () => {
    const bench = await openBench()
    await bench.plant('A', Buffer.from('x'))
    expect(await bench.connector.ensureFolder('A/B')).toMatchObject({ problem: 'rejected' })
    await bench.close()
  })

  test.each(everyNth([1, 2, 3, 4, 5], 3))(
    'a large file whose %d. request fails is completed by the next try',
    async (n) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      let count = 0
      bench.faults.failNth(({ path }) => path.includes('upload_session') && ++count === n, { cut: 'after' })
      expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ problem: 'transient' })
      bench.faults.failNth(undefined)
      const before = bench.asked.length
      const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
      expect(again).toMatchObject({ wasThere: n === 5 })
      expect(bench.tree.at('A/large.pdf')?.bytes?.byteLength).toBe(25_000_000)
      // The first request begins an upload that no one knows; each other one was received.
      const sent = bench.asked.slice(before).filter(({ path }) => path.includes('upload_session'))
      expect(sent).toHaveLength([5, 4, 3, 2, 0][n - 1] ?? 0)
      await bench.close()
    },
  )

  test('an upload that has expired begins again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth(({ path }) => path.includes('append') && ++count === 2, { cut: 'after' })
    await bench.connector.put(large('A/large.pdf'))
    bench.faults.failNth(undefined)
    bench.fake.endSessions()
    expect(await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each(
    everyNth(
      [
        ['append_v2', { '.tag': 'incorrect_offset', correct_offset: 3 }],
        ['append_v2', { '.tag': 'not_found' }],
        ['append_v2', { '.tag': 'closed' }],
        ['finish', { '.tag': 'lookup_failed', lookup_failed: { '.tag': 'not_found' } }],
        ['finish', { '.tag': 'lookup_failed', lookup_failed: { '.tag': 'incorrect_offset', correct_offset: 3 } }],
      ] as const,
      2,
    ),
  )('when %s says of the session %o, the next try begins another', async (call, error) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const fault = { answer: 409, body: JSON.stringify({ error }) }
    bench.faults.failNth(({ path }) => path.endsWith(`/${call}`), fault)
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ problem: 'transient' })
    expect(bench.memory.states.size).toBe(0)
    bench.faults.failNth(undefined)
    expect(await bench.connector.put({ ...large('A/large.pdf'), attempt: 2 })).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each([
    ['too_many_write_operations', 'throttled'],
    ['insufficient_space', 'transient'],
    ['no_write_permission', 'transient'],
    ['disallowed_name', 'rejected'],
  ])('%s is %s', async (tag, problem) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const body = JSON.stringify({ error: { '.tag': 'path', reason: { '.tag': tag } } })
    bench.faults.failNth(({ path }) => path.endsWith('/upload'), { answer: 409, body })
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem })
    await bench.close()
  })

  test("no call leaves the team's space while the account is looked at again", async () => {
    const bench = await openBench({ isTeam: true })
    await bench.connector.ensureFolder('A')
    const account = Promise.withResolvers<void>()
    bench.fake.state.account = account.promise
    let checking: Promise<unknown> | undefined
    const callsOf = (name: string) => bench.asked.filter(({ path }) => path.endsWith(name))
    const put = bench.connector.put({
      ...large('A/large.pdf'),
      // The upload has begun when someone tests the credential.
      async *open() {
        checking ??= bench.connector.check()
        await expect.poll(() => callsOf('/get_current_account')).toHaveLength(2)
        yield* large('').open()
      },
    })
    await expect.poll(() => callsOf('/append_v2').length).toBeGreaterThan(0)
    account.resolve()
    expect(await put).toMatchObject({ wasThere: false })
    await checking
    expect(bench.fake.outside).toEqual([])
    await bench.close()
  })

  test('calls at the same time wait for the account, which is asked for once', async () => {
    const bench = await openBench({ isTeam: true })
    await Promise.all(['A', 'B', 'C'].map((folder) => bench.connector.ensureFolder(folder)))
    expect(bench.asked.filter(({ path }) => path.endsWith('/get_current_account'))).toHaveLength(1)
    expect(bench.fake.outside).toEqual([])
    await bench.close()
  })

  test('arguments in headers are escaped to ASCII', () => {
    expect(headerOf({ path: '/Déjà 🎉' })).toBe('{"path":"/D\\u00e9j\\u00e0 \\ud83c\\udf89"}')
  })

  test('the checksum is the one that Dropbox documents, of blocks of 4 MB', async () => {
    const blocks = [Buffer.alloc(4_194_304, 'a'), Buffer.from('b')]
    const file = { ...fileOf('a.pdf', Buffer.concat(blocks)), open: () => blocks }
    const hashes = blocks.map((block) => createHash('sha256').update(block).digest())
    expect(await contentHashOf(file)).toBe(createHash('sha256').update(Buffer.concat(hashes)).digest('hex'))
  })

  test('the root is of the app of a firm and its folder', () => {
    expect(dropbox.rootOf(settingsWith({ ...settings, folderId: '/Court/Filings/' }))).toBe('dropbox/key/court/filings')
  })
})
