import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { startFakeGraph } from './fake-graph.ts'
import { openSharePoint } from './index.ts'

export const settings = {
  baseUrl: 'https://firm.sharepoint.com/sites/Litigation',
  tenantId: 'firm.onmicrosoft.com',
  clientId: 'C0FFEE',
  clientSecret: 'right',
}

/** A connector of SharePoint Online before a fake of Microsoft Graph. */
export async function openBench(more: Partial<typeof settings & { library: string }> = {}, clock?: LimitClock) {
  const fake = await startFakeGraph({ ...settings, site: '/sites/Litigation' })
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused }) =>
      openSharePoint(
        {
          firmId: 1,
          credentialId: 'sharepoint',
          settings: settingsWith({ ...settings, ...more, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
        { login: base, graph: base },
      ),
    writes: 'PUT',
    clock,
  })
  return { ...bench, fake }
}
