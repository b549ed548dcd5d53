import type { StoreHttp } from '@courtcrier/connectors/ways/store-http.ts'
import type { Services } from '../../base/services.ts'

/** What signing in to a DMS depends on. */
export interface DmsSignInDeps extends Pick<Services, 'database' | 'secrets'> {
  http: StoreHttp
  /** Only for demos and tests: where browsers go instead of to a service. */
  gateway: string | undefined
  now: () => Date
  /** Returns the address to register at the service; it names the firm's console, whatever the Host header says. */
  redirectUriOf: (firmId: number) => Promise<string>
}
