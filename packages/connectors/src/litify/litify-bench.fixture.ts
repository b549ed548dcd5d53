import type { PlaceSettings } from '../connector-kind.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { startFakeSalesforce } from './fake-salesforce.ts'
import { openLitify } from './index.ts'

export const settings = { clientId: 'app', clientSecret: 'right' }

/** A connector of Litify before a fake of Salesforce, in which people have opened some matters. */
export async function openBench(more: Partial<PlaceSettings> = {}) {
  const fake = await startFakeSalesforce(settings)
  for (const name of ['A', 'Akme', 'Before', 'After', 'MAT-0001']) fake.tree.makeFolders(name)
  const bench = await openServiceBench({
    fake,
    open: (baseUrl, ways, { isRefused }) =>
      openLitify(
        {
          firmId: 1,
          credentialId: 'litify',
          settings: settingsWith({ ...settings, ...more, baseUrl, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
      ),
    writes: 'POST',
    isUntestable: true,
  })
  return { ...bench, fake }
}
