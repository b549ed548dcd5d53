import { productRoutes } from '../http/routes.ts'
import { openTestApi } from './api.ts'
import { startIdentityServer } from './identity-server.ts'
import { redirectUris } from './sign-on-browser.ts'

/** Opens the API next to an identity server that its firms can add as a provider. */
export async function openSignOnApi() {
  const server = await startIdentityServer({ redirectUris })
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  const api = await openTestApi({ environment, register: productRoutes })
  return {
    api,
    server,
    close: async () => {
      await api.close()
      await server.stop()
    },
  }
}
