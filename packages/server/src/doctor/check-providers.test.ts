import { expect, test } from 'vitest'
import { productRoutes } from '../http/routes.ts'
import { openTestApi } from '../testing/api.ts'
import { startIdentityServer } from '../testing/identity-server.ts'
import { addProvider, redirectUris } from '../testing/sign-on-browser.ts'
import { checkProviders } from './check-providers.ts'

test('says of each identity provider in use whether its discovery answers', async () => {
  const server = await startIdentityServer({ redirectUris })
  const api = await openTestApi({
    environment: { COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
    register: productRoutes,
  })
  try {
    await addProvider(api, server, { name: 'Answers' })
    await addProvider(api, { ...server, issuer: 'http://127.0.0.1:9' }, { name: 'Down' })
    await addProvider(api, server, { name: 'Unused', is_active: false })
    const { database, config } = api.services
    expect(await checkProviders(database, config)).toEqual([
      { name: 'Identity provider Answers of firm 1', state: 'ok', sentence: `${server.issuer} answers.` },
      {
        name: 'Identity provider Down of firm 1',
        state: 'failed',
        sentence: expect.stringContaining("isn't running: the connection was refused. No one can sign in by it."),
      },
    ])
  } finally {
    await api.close()
    await server.stop()
  }
})
