import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
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
    /** To be called after each test. */
    forget: async () => {
      server.behave()
      // The log leaves out failures that repeat.
      await withFirm(api.services.database, 1, (trx) => sql`delete from login_failures`.execute(trx))
    },
    close: async () => {
      await api.close()
      await server.stop()
    },
  }
}
