import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { startFakeClio } from './fake-clio.ts'
import { openClio } from './index.ts'

const settings = { clientId: 'courtcrier', clientSecret: 'right', region: 'US' }

/** Opens a connector to a fake of Clio in which a few matters are open. */
export async function openBench(changes: Partial<typeof settings> = {}) {
  const fake = await startFakeClio({ ...settings, refreshToken: 'first' })
  // Matters are opened by people.
  for (const name of ['A', 'Akme', 'Before', 'After', '00012-Smith']) fake.tree.makeFolders(name)
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused, credentialId = 'clio' }) =>
      openClio(
        {
          firmId: 1,
          credentialId,
          settings: settingsWith({ ...settings, ...changes, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
        base,
      ),
    writes: 'POST',
    isUntestable: true,
  })
  bench.memory.refreshTokens.set('clio', 'first')
  return { ...bench, fake }
}
