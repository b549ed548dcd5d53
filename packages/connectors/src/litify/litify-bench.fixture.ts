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
  let address = ''
  const bench = await openServiceBench({
    fake,
    open: (baseUrl, ways, { isRefused }) => {
      address = baseUrl
      const refused = isRefused ? { clientSecret: 'wrong' } : {}
      const own = settingsWith({ ...settings, ...more, baseUrl, ...refused })
      return openLitify({ firmId: 1, credentialId: 'litify', settings: own }, ways)
    },
    writes: 'POST',
    isUntestable: true,
  })
  return { ...bench, fake, baseUrl: address }
}
