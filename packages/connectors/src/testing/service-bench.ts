import { Readable } from 'node:stream'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { ConnectorBench, ConnectorFaults } from '../connector.suite.ts'
import type { Connector } from '../connector.ts'
import type { Ways } from '../connector-kind.ts'
import type { EveryCallBench } from '../every-call.suite.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { bufferOf, fakeBytes, piecesOf } from './fake-bytes.ts'
import type { FakeService } from './fake-service.ts'
import type { FakeTree } from './fake-tree.ts'
import { type Fault, loseCalls, startHttpFaultProxy, startTcpFaultProxy } from './fault-proxy.ts'
import type { Hands } from './folder-bench.ts'
import { hashOf } from './hash-of-file.ts'
import { type MemoryWays, openMemoryWays } from './memory-ways.ts'
import { testWays } from './store-settings.ts'

/** A fake with its folders. */
interface BenchFake {
  service: FakeService
  tree: FakeTree
  /** Adds a file as a person would, if the service keeps more than a name and bytes. */
  plant?: (path: string, content: Buffer) => void
}

interface Opening {
  /** Whether the credential is one that the service doesn't accept. */
  isRefused: boolean
  /** The bench's own if absent. */
  credentialId?: string | undefined
}

interface BenchOptions {
  fake: BenchFake
  /** Opens the connector; all hosts of the service are at `base`. */
  open: (base: string, ways: Ways, opening: Opening) => Connector
  /** The method that sends the bytes. */
  writes: string
  /** Whether a test of the credential only signs in. */
  isUntestable?: boolean
  /** By which the limits of requests count; the usual one if absent. */
  clock?: LimitClock | undefined
}

export interface ServiceBench extends ConnectorBench {
  hands: Hands
  faults: Required<ConnectorFaults> &
    EveryCallBench['faults'] & {
      /** Makes the requests fail that are chosen; undefined ends it. */
      failNth: (isChosen: ((request: { method: string; path: string }) => boolean) | undefined, fault?: Fault) => void
    }
  /** The address of the service. */
  base: string
  /** What the connector remembers: refresh tokens and uploads under way. */
  memory: MemoryWays
  tree: FakeTree
  /** The requests that reached the fake, in order. */
  asked: { method: string; path: string }[]
  /** Opens the connector once more, as after a restart, with what was remembered; also for another credential. */
  reopen: (credentialId?: string) => Connector
}

/** Puts a fake behind a proxy that cuts connections and one that answers in its place. */
export async function openServiceBench({
  fake,
  open,
  writes,
  isUntestable = false,
  clock,
}: BenchOptions): Promise<ServiceBench> {
  const { service, tree } = fake
  const proxy = await startHttpFaultProxy({ port: service.port })
  const tcp = await startTcpFaultProxy({ port: Number(new URL(proxy.url).port) })
  const memory = openMemoryWays()
  // As in use: a fake may need a while to check 2 GB before it answers.
  const ways: Ways = { ...testWays(usualPace, 60_000, clock), ...memory }
  const base = `http://127.0.0.1:${tcp.port}`
  let whole = 0
  return {
    connector: open(base, ways, { isRefused: false }),
    reopen: (credentialId) => open(base, { ...testWays(), ...memory }, { isRefused: false, credentialId }),
    isUntestable,
    base,
    memory,
    tree,
    asked: proxy.asked,
    read: async (path) => {
      const bytes = tree.at(path)?.bytes
      return bytes && new Uint8Array(bufferOf(bytes))
    },
    hashAt: (path) => hashOf(Readable.from(piecesOf(tree.at(path)?.bytes ?? fakeBytes()))),
    plant: async (path, content) => {
      const bytes = Buffer.from(content)
      if (fake.plant) return fake.plant(path, bytes)
      const folder = tree.makeFolders(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
      tree.add({ name: path.slice(path.lastIndexOf('/') + 1), parentId: folder.id, bytes })
    },
    hands: {
      remove: async (folder) => {
        const found = tree.at(folder)
        if (found) tree.remove(found.id)
      },
      rename: async (folder, name) => {
        const found = tree.at(folder)
        if (found) found.name = name
      },
    },
    list: async (folder) => tree.children(tree.at(folder)?.id ?? '').map(({ name }) => name),
    faults: {
      cutAt: (share) => tcp.cutAfter(share === undefined ? undefined : share * whole),
      measure: async (run) => {
        tcp.cutAfter(undefined)
        await run()
        whole = tcp.bytes()
      },
      fail: (fault: Fault | undefined, method?: string) => {
        proxy.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
      },
      lose: loseCalls(proxy),
      failNth: (isChosen, fault) => {
        proxy.rule = isChosen && ((request) => (isChosen(request) ? fault : undefined))
      },
      writes,
      refused: () => open(base, ways, { isRefused: true }),
    },
    close: async () => {
      await tcp.close()
      await proxy.close()
      await service.close()
    },
  }
}
