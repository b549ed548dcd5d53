import type { Connector } from '../connector.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { treeBelow } from '../testing/below.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { startFakeNetdocuments } from './fake-netdocuments.ts'
import { byApplication, openNetdocuments } from './index.ts'

const settings = {
  region: 'US',
  repository: 'CA-REPO',
  cabinet: 'NG-CABINET',
  clientId: 'AP-APP',
  // Characters that a form would encode.
  clientSecret: 's3cret+/=',
}

export interface BenchOptions {
  sign?: typeof byApplication
  given?: Partial<PlaceSettings>
  hasWorkspaces?: boolean
  below?: (connector: Connector) => Connector
}

/** Opens a connector to a fake of NetDocuments. */
export async function openBench({ sign = byApplication, given = {}, hasWorkspaces = false, below }: BenchOptions = {}) {
  const fake = await startFakeNetdocuments({ ...settings, refreshToken: 'first' })
  if (hasWorkspaces) fake.state.wsAttrNum = 2
  const bench = await openServiceBench({
    fake: hasWorkspaces ? { ...fake, tree: treeBelow(fake.tree, '10023/0001') } : fake,
    open: (base, ways, { isRefused, credentialId = 'netdocuments' }) => {
      const place = settingsWith({ ...settings, ...given, ...(isRefused ? { clientSecret: 'wrong' } : {}) })
      const hosts = { api: base, vault: 'https://vault.example' }
      const at = { firmId: 1, credentialId, settings: place }
      const connector = openNetdocuments(at, ways, { sign, hosts })
      return below?.(connector) ?? connector
    },
    writes: 'POST',
    isUntestable: hasWorkspaces,
  })
  bench.memory.refreshTokens.set('netdocuments', 'first')
  return { ...bench, fake }
}

type Bench = Awaited<ReturnType<typeof openBench>>

/** Runs with a bench that is closed afterwards. */
export async function withBench(options: BenchOptions, run: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await openBench(options)
  try {
    await run(bench)
  } finally {
    await bench.close()
  }
}
