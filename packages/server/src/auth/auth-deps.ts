import type { Database } from '../base/db/database.ts'
import type { AccessTokens } from './access-token.ts'
import type { Passwords } from './passwords.ts'

/** What signing in, staying signed in and setting passwords need. */
export interface AuthDeps {
  database: Database
  passwords: Passwords
  tokens: AccessTokens
  now: () => Date
}
