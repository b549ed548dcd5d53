import type { PlaceSettings } from '../connector-kind.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { startFakeFilevine } from './fake-filevine.ts'
import { openFilevine } from './index.ts'

export const firm = [{ id: 42, name: 'Harlan & Lowe' }]
const secrets = {
  gateway: { apiKey: 'token', apiSecret: '0f8c3a52-3b1e-4a57-9a0c-6d1f5e2b7c94:client:secret' },
  session: { apiKey: 'key', apiSecret: 'secret' },
}

interface BenchOptions {
  kind?: keyof typeof secrets
  organizations?: typeof firm
  settings?: Partial<PlaceSettings>
  clock?: LimitClock
}

/** A fake organization with a few projects, which people have opened. */
export async function openFilevineBench({
  kind = 'gateway',
  organizations = firm,
  settings = {},
  clock,
}: BenchOptions = {}) {
  const fake = await startFakeFilevine({ ...secrets[kind], organizations })
  for (const name of ['A', 'Akme', 'Before', 'After', 'Smith v. Jones']) fake.tree.makeFolders(name)
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused, credentialId = 'filevine' }) =>
      openFilevine(
        {
          firmId: 1,
          credentialId,
          settings: settingsWith({ ...secrets[kind], ...settings, ...(isRefused ? { apiKey: 'wrong' } : {}) }),
        },
        ways,
        {
          kind,
          api: `${base}${kind === 'gateway' ? '/fv-app/v2' : '/core'}`,
          identity: base,
          app: 'https://app.filevine.example',
          region: 'filevine.example',
        },
      ),
    writes: 'POST',
    isUntestable: true,
    clock,
  })
  return { ...bench, fake }
}
