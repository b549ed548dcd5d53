import type { Services } from '../../base/services.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { KnownBrowsers } from '../known-browsers.ts'

/** What second factors depend on. */
export interface FactorDeps extends AuthDeps, Pick<Services, 'config' | 'secrets' | 'log'> {
  browsers: KnownBrowsers
}
