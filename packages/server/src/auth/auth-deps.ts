import type { Database } from '../base/db/database.ts'
import type { AccessTokens } from './access-token.ts'
import type { Passwords } from './passwords.ts'

/** What logging in, staying logged in and setting passwords depend on. */
export interface AuthDeps {
  database: Database
  passwords: Passwords
  tokens: AccessTokens
  now: () => Date
}
