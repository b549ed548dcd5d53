import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from 'webdav'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeTidying } from '../other-hands.suite.ts'
import { storeServers } from '../testing/store-server.ts'
import { openWebdavBench } from '../testing/webdav-bench.ts'

for (const { from, isMissing, startWebdav } of storeServers)
  describe.skipIf(isMissing)(`WebDAV, on a server from ${from}`, () => {
    let folder: string
    let server: Awaited<ReturnType<typeof startWebdav>>
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-webdav-'))
      server = await startWebdav(folder)
    })
    afterAll(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const openBench = () =>
      openWebdavBench({ folder, port: server.port }, { right: { password: 'right' }, wrong: { password: 'wrong' } })

    describeConnector('WebDAV', openBench, { streamsInShortForm: true })
    describeFaults('WebDAV', openBench)
    describeHttpFaults('WebDAV', openBench)
    describeEveryCall('WebDAV', openBench)
    describeTidying('WebDAV', openBench)

    test('a rename whose answer was lost is recognized by the next attempt', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const bytes = Buffer.from('x')
      bench.faults.fail({ cut: 'after' }, 'MOVE')
      expect(await bench.connector.put(fileOf('A/a.pdf', bytes))).toMatchObject({ problem: 'transient' })
      bench.faults.fail(undefined)
      expect(await bench.connector.put({ ...fileOf('A/a.pdf', bytes), attempt: 2 })).toEqual({ wasThere: true })
      expect(await bench.list('A')).toEqual(['a.pdf'])
      await bench.close()
    })

    const gone = {
      problem: 'transient',
      sentence: 'The folder "A" is no longer there. It is created again with the next try.',
    }

    test('a file whose folder was removed meanwhile gets no other name, and is saved by the next attempt', async () => {
      const bench = await openBench()
      expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual(gone)
      await bench.connector.ensureFolder('A')
      expect(await bench.connector.put({ ...fileOf('A/a.pdf', 'x'), attempt: 2 })).toEqual({ wasThere: false })
      await bench.close()
    })

    test.each([404, 409])('a folder that is removed before a file gets its name is missed (%d)', async (answer) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      bench.faults.fail({ answer }, 'MOVE')
      expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual(gone)
      await bench.close()
    })

    test('calls folders that it makes and removes with a slash at the end, as nginx demands', async () => {
      const bench = await openBench()
      expect(await bench.connector.ensureFolder('A/B')).toEqual({ ready: true, made: true })
      expect((await bench.connector.check()).at(-1)).toMatchObject({ step: 'delete', state: 'ok' })
      const pathsOf = (method: string) => bench.asked.filter((each) => each.method === method).map(({ path }) => path)
      expect(pathsOf('MKCOL')).toSatisfy((paths: string[]) => paths.every((path) => path.endsWith('/')))
      expect(pathsOf('DELETE')).toEqual([
        expect.stringMatching(/\.txt$/),
        expect.stringMatching(/\/courtcrier-test-\w+\/$/),
      ])
      await bench.close()
    })

    const described = { ...fileOf('A/a.pdf', 'x'), properties: { 'Matter number': 'M-1' } }

    test('a server that stores no properties still saves the document, with a remark', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const remark = 'The server did not save its document properties (403).'
      expect(await bench.connector.put(described)).toEqual({ wasThere: false, remark })
      expect(await bench.list('A')).toEqual(['a.pdf'])
      await bench.close()
    })

    test.each([
      [{ answer: 207, body: multistatus(200) }, undefined],
      [{ answer: 207, body: multistatus(200, 200) }, undefined],
      [{ answer: 207, body: multistatus(424, 507) }, '(507)'],
      [{ answer: 207, body: '' }, '(207)'],
      [{ answer: 405 }, '(405)'],
      [{ answer: 501 }, '(501)'],
    ])("reports the answer %o to a document's properties as %s", async (answer, told) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      bench.faults.fail(answer, 'PROPPATCH')
      const result = await bench.connector.put(described)
      expect(result).toMatchObject({ wasThere: false })
      expect('remark' in result ? result.remark : undefined).toEqual(told && expect.stringContaining(told))
      await bench.close()
    })

    test('when the connection breaks off at the properties, the next attempt leaves one file', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      bench.faults.fail({ cut: 'after' }, 'PROPPATCH')
      expect(await bench.connector.put(described)).toMatchObject({ problem: 'transient' })
      bench.faults.fail({ answer: 207, body: multistatus(200) }, 'PROPPATCH')
      expect(await bench.connector.put({ ...described, attempt: 2 })).toEqual({ wasThere: false })
      expect(await bench.list('A')).toEqual(['a.pdf'])
      await bench.close()
    })

    test('other programs can read saved files at the address shown to people', async () => {
      const bench = await openBench()
      await bench.connector.ensureFolder('Akme & Söhne')
      const file = fileOf('Akme & Söhne/118 Déclaration #1.pdf', 'the bytes')
      await bench.connector.put(file)
      const link = new URL(bench.connector.link(file.path) ?? '')
      const other = createClient(link.origin, { username: 'courtcrier', password: 'right' })
      expect(await other.getFileContents(decodeURIComponent(link.pathname), { format: 'text' })).toBe('the bytes')
      await bench.close()
    })
  })

function multistatus(...statuses: number[]): string {
  const each = statuses.map((status) => `<D:propstat><D:status>HTTP/1.1 ${status} Said</D:status></D:propstat>`)
  return `<D:multistatus xmlns:D="DAV:"><D:response>${each.join('')}</D:response></D:multistatus>`
}
