import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { startFakeWeb } from './fake-web.ts'
import { openSharePointServer } from './index.ts'

const settings = { username: 'SVC', password: 'right', library: null as string | null }

interface BenchSettings extends Partial<typeof settings> {
  site?: string
}

/** A connector of SharePoint Server before a fake of its REST service. */
export async function openBench({ site = '/sites/Litigation', ...more }: BenchSettings = {}) {
  const fake = await startFakeWeb({ ...settings, site: '/sites/Litigation' })
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused }) =>
      openSharePointServer(
        {
          firmId: 1,
          credentialId: 'server',
          settings: settingsWith({
            ...settings,
            baseUrl: `${base}${site}`,
            ...more,
            ...(isRefused ? { password: 'wrong' } : {}),
          }),
        },
        ways,
      ),
    writes: 'POST',
  })
  return { ...bench, fake }
}
