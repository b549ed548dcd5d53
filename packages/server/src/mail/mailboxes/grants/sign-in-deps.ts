import type { CustomFetch } from 'openid-client'
import type { Services } from '../../../base/services.ts'

/** What signing in to a mail account depends on. */
export interface MailSignInDeps extends Pick<Services, 'database' | 'secrets'> {
  fetch: CustomFetch
  now: () => Date
  /** Returns the address to register at the service; it names the firm's console, whatever the Host header says. */
  redirectUriOf: (firmId: number) => Promise<string>
}
