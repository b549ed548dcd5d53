import { randomBytes } from 'node:crypto'
import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { Command } from 'commander'
import { createFirm } from '../auth/create-firm.ts'
import { makePasswords } from '../auth/passwords.ts'
import { ConfigError, readConfig } from '../base/config.ts'
import { addDomainCommands } from './firm-domain.ts'
import { addFeatureCommands } from './firm-features.ts'
import { withServices } from './with-services.ts'

interface CreateOptions {
  name: string
  email: string
  password?: string
  host: string[]
  notices: string[]
  domain: string[]
}

export function firmCommand(): Command {
  const list = (value: string, before: string[]) => [...before, value]
  const create = new Command('create')
    .description('Create a firm with its roles and a first administrator.')
    .requiredOption('--name <name>', "the firm's name")
    .requiredOption('--email <address>', "the administrator's email address")
    .option('--password <password>', 'at least 8 characters; generated and printed if omitted')
    .option('--host <name>', 'host name of its console; needed once there are several firms', list, [])
    .option(
      '--notices <address>',
      'where courts send its notices, such as ecf@firm.example or *@firm.example; the address, or the whole domain, then belongs to this firm only',
      list,
      [],
    )
    .option('--domain <domain>', 'a domain the firm owns, such as firm.example', list, [])
    .action(async (options: CreateOptions) => {
      const wrong = [options.email, ...options.notices].find((address) => !isEmail(address))
      if (wrong) throw new ConfigError(`"${wrong}" isn't an email address.`)
      if (options.password && options.password.length < 8)
        throw new ConfigError('Password is too short (minimum is 8 characters)')
      await withServices(readConfig(process.env), async (services) => {
        const password = options.password ?? randomBytes(12).toString('base64url')
        const made = await createFirm(
          { ...services, passwords: makePasswords() },
          {
            name: options.name,
            hostNames: options.host,
            adminEmail: options.email,
            adminPassword: password,
            incomingEmailAddresses: options.notices,
            domains: options.domain,
            errorNotificationEmails: [options.email],
          },
        )
        console.log(`Firm ${made.firmId}, ${options.name}, was created. Errors are reported to ${options.email}.`)
        console.log(`Log in as ${options.email}${options.password ? '.' : ` with the password ${password}`}`)
      })
    })
  const firms = new Command('firm').description('Manage firms.').addCommand(create.exitOverride())
  addDomainCommands(firms)
  addFeatureCommands(firms)
  return firms
}
