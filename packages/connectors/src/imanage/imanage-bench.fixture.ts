import type { Connector } from '../connector.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { treeBelow } from '../testing/below.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { startFakeImanage } from './fake-imanage.ts'
import { openImanage } from './index.ts'

const account = { username: 'CCRIER', password: 'right', clientId: 'courtcrier', clientSecret: 'secret' }
export const settings: Partial<PlaceSettings> = {
  ...account,
  customerId: 516,
  database: 'ACTIVE',
  authorField: 'CCRIER',
  documentClass: 'COURT',
  documentSubclass: 'NOTICE',
}

export interface BenchOptions {
  given?: Partial<PlaceSettings>
  /** Whether the server is an older one. */
  hasSessions?: boolean
  /** Where the suite's paths begin, as seen from the root of the connector. */
  below?: (connector: Connector) => Connector
}

/** Opens a connector to a fake of iManage Work. */
export async function openBench({ given = { folderId: '100' }, hasSessions = false, below }: BenchOptions = {}) {
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  fake.state.hasTokens = !hasSessions
  const bench = await openServiceBench({
    fake: { ...fake, tree: treeBelow(fake.tree, given.folderId === undefined ? 'Matters' : 'Matters/Courtcrier') },
    open: (base, ways, { isRefused, credentialId = 'imanage' }) => {
      const password = isRefused ? 'wrong' : account.password
      const place = settingsWith({ ...settings, ...given, baseUrl: `${base}/work/web`, password })
      const connector = openImanage({ firmId: 1, credentialId, settings: place }, ways, { hasSessions })
      return below?.(connector) ?? connector
    },
    writes: 'POST',
    isUntestable: given.folderId === undefined,
  })
  return { ...bench, fake }
}

export type Bench = Awaited<ReturnType<typeof openBench>>

/** Runs with a bench that is closed afterwards. */
export async function withBench(options: BenchOptions, run: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await openBench(options)
  try {
    await run(bench)
  } finally {
    await bench.close()
  }
}
