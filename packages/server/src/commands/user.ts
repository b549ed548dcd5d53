import { Command } from 'commander'
import { sql } from 'kysely'
import { resetFactors } from '../auth/factors/reset-factors.ts'
import { sameEmail } from '../auth/lock-out.ts'
import { ConfigError, readConfig } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { readFirmNumber } from './firm-number.ts'
import { withServices } from './with-services.ts'

interface ResetOptions {
  firm: number
  email: string
}

/** What the operator does for single users. */
export function userCommand(): Command {
  const reset = new Command('reset-factors')
    .description(
      'Remove all second factors of a user who has lost them: the last way back in when no administrator can log in.',
    )
    .requiredOption('--email <address>', "the user's email address")
    .option('--firm <number>', 'the firm number', readFirmNumber, 1)
    .action((options: ResetOptions) =>
      withServices(readConfig(process.env), async (services) => {
        const name = await resetByEmail(services, options)
        console.log(`All second factors of ${name} were removed, and their sessions ended.`)
      }),
    )
  return new Command('user').description('Help users who cannot log in.').addCommand(reset.exitOverride())
}

/** Removes all second factors of the user with this address. Returns the user's name; throws a `ConfigError` if there is none. */
export async function resetByEmail({ database }: Services, { firm: firmId, email }: ResetOptions): Promise<string> {
  return withFirm(database, firmId, async (trx) => {
    const { rows } = await sql<{ id: string; fullName: string }>`
      select id, full_name as "fullName" from users
      where firm_id = ${firmId}::integer and lowered(email) = ${sameEmail(email)}`.execute(trx)
    const [user] = rows
    if (!user) throw new ConfigError(`Firm ${firmId} has no user with the address ${email}.`)
    await resetFactors(trx, { firmId, userId: user.id, fullName: user.fullName, now: new Date() })
    return user.fullName
  })
}
