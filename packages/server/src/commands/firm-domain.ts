import type { Command } from 'commander'
import { sql } from 'kysely'
import { ConfigError, readConfig } from '../base/config.ts'
import { announce } from '../base/db/changes.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { addressSpaceOf, describeSpace } from '../mail/address-space.ts'
import { type GivenBy, giveAddresses, takeSpace } from '../mail/own-domains.ts'
import { readFirmNumber } from './firm-number.ts'
import { withServices } from './with-services.ts'

interface DomainOptions {
  firm: number
}

/** The operator's grants of domains; a firm's administrators can only prove a domain through DNS. */
export function addDomainCommands(firms: Command): void {
  const domain = firms.command('domain').description("Manage the firms' own mail domains.")
  domain
    .command('add')
    .exitOverride()
    .description('Grant a firm a domain with all subdomains, or a single address. No other firm can have it then.')
    .argument('<domain...>', 'such as firm.example or ecf@shared.example')
    .requiredOption('--firm <number>', 'the firm number', readFirmNumber)
    .action((places: string[], { firm }: DomainOptions) =>
      withServices(readConfig(process.env), (services) => addDomains(services, firm, places)),
    )
  domain
    .command('remove')
    .exitOverride()
    .description('Revoke a domain or an address. The firm must remove its incoming addresses there first.')
    .argument('<domain>', 'as "list" shows it')
    .requiredOption('--firm <number>', 'the firm number', readFirmNumber)
    .action((place: string, { firm }: DomainOptions) =>
      withServices(readConfig(process.env), (services) => removeDomain(services, firm, place)),
    )
  domain
    .command('list')
    .exitOverride()
    .description('List the domains and addresses of each firm.')
    .option('--firm <number>', 'this firm only', readFirmNumber)
    .action(({ firm }: Partial<DomainOptions>) =>
      withServices(readConfig(process.env), (services) => listDomains(services, firm)),
    )
}

async function addDomains({ database }: Services, firmId: number, places: readonly string[]): Promise<void> {
  await withFirm(database, firmId, async (trx) => {
    const { rows } = await sql`select from firms where firm_id = ${firmId}::integer for update`.execute(trx)
    if (rows.length === 0) throw new ConfigError(`There is no firm ${firmId}.`)
    const refusal = await giveAddresses(trx, { firmId, addresses: places })
    if (refusal !== undefined)
      throw new ConfigError(`${refusal} Nothing was changed. "courtcrier firm domain list" shows who has what.`)
    await announce(trx, { firmId, entity: 'firm', ids: [String(firmId)] })
  })
  console.log(`Firm ${firmId} has ${places.join(', ')}.`)
}

async function removeDomain({ database }: Services, firmId: number, place: string): Promise<void> {
  const space = addressSpaceOf(place)
  if (!space) throw new ConfigError(`"${place}" is neither a domain nor an address.`)
  const refusal = await withFirm(database, firmId, (trx) => takeSpace(trx, { firmId, space }))
  if (refusal !== undefined) throw new ConfigError(refusal)
  console.log(`Firm ${firmId} no longer has ${describeSpace(space)}.`)
}

interface DomainRow {
  firmId: number
  domain: string
  localPart: string | null
  givenBy: GivenBy
  provedAt: Date | null
}

const howGiven: Readonly<Record<GivenBy, string>> = {
  operator: 'granted by the operator',
  dns: 'verified by DNS',
  upgrade: 'from its addresses, by an update',
}

async function listDomains({ database }: Services, firmId: number | undefined): Promise<void> {
  const rows = await withSystem(database, async (trx) => {
    const { rows } = await sql<DomainRow>`
      select firm_id as "firmId", domain, local_part as "localPart", given_by as "givenBy", proved_at as "provedAt"
      from firm_domains where ${firmId ?? null}::integer is null or firm_id = ${firmId ?? null}::integer
      order by firm_id, domain, local_part nulls first`.execute(trx)
    return rows
  })
  if (rows.length === 0) console.log('No domain has been granted or verified yet.')
  for (const { firmId: number, domain, localPart, givenBy, provedAt } of rows) {
    const place = describeSpace({ domain, ...(localPart === null ? {} : { localPart }) })
    const state = provedAt
      ? `${howGiven[givenBy]} on ${provedAt.toISOString().slice(0, 10)}`
      : 'waiting for its DNS record'
    console.log(`firm ${number}\t${place}\t${state}`)
  }
}
