import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { startFakeBox } from './fake-box.ts'
import { byApplication, openBox } from './index.ts'

export const settings = { clientId: 'courtcrier', clientSecret: 'right', enterpriseId: '42', folderId: '777' }

/** A connector of Box before a fake of it. */
export async function openBench(sign = byApplication, clock?: LimitClock) {
  const fake = await startFakeBox({ ...settings, refreshToken: 'first' })
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused }) =>
      openBox(
        {
          firmId: 1,
          credentialId: 'box',
          settings: settingsWith({ ...settings, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
        { sign, hosts: { api: base, upload: base } },
      ),
    writes: 'POST',
    clock,
  })
  bench.memory.refreshTokens.set('box', 'first')
  return { ...bench, fake }
}
