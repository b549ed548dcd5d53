import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { describeSignOnProblem } from '../auth/sign-on/describe-problem.ts'
import { discover } from '../auth/sign-on/protocol.ts'
import { listProviders, type Provider } from '../auth/sign-on/providers.ts'
import { getMetadata } from '../auth/sign-on/saml/find-metadata.ts'
import { openSignOnFetch } from '../auth/sign-on/sign-on-deps.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** Asks every identity provider in use for what each sign-in needs: its addresses, or its metadata. */
export async function checkProviders(database: Database, config: Config): Promise<readonly Check[]> {
  const { rows: firms } = await withSystem(database, (trx) =>
    sql<{ id: number }>`
      select distinct firm_id as id from identity_providers where is_active order by 1`.execute(trx),
  )
  const providers: Provider[] = []
  for (const { id } of firms) providers.push(...(await withFirm(database, id, (trx) => listProviders(trx, id))))
  const deps = { database, fetch: openSignOnFetch({ config }), now: () => new Date() }
  return Promise.all(providers.map((provider) => checkProvider(deps, provider)))
}

type Deps = Parameters<typeof getMetadata>[0]

async function checkProvider(deps: Deps, provider: Provider): Promise<Check> {
  const { firmId, row } = provider
  const name = `Identity provider ${row.name} of firm ${firmId}`
  const issuer = row.issuer ?? ''
  try {
    if (row.protocol === 'SAML') return { name, ...(await checkSaml(deps, provider)) }
    await discover({ issuer, clientId: row.clientId ?? '', fetch: deps.fetch })
    return { name, state: 'ok', sentence: `${issuer} answers.` }
  } catch (error) {
    const { message } = describeSignOnProblem(error, { issuer, redirectUri: '' })
    return { name, state: 'failed', sentence: `${message} No one can sign in with it.` }
  }
}

const warnMs = 14 * 24 * 3600_000

/** A certificate that has ended still verifies, but its provider is about to change it, or has. */
async function checkSaml(deps: Deps, provider: Provider): Promise<Omit<Check, 'name'>> {
  const { entityId, certificates } = await getMetadata(deps, provider)
  const ends = Math.max(...certificates.map((pem) => new X509Certificate(pem).validToDate.getTime()))
  const until = new Date(ends).toISOString().slice(0, 10)
  if (ends - deps.now().getTime() > warnMs)
    return { state: 'ok', sentence: `${entityId}: its metadata have a certificate until ${until}.` }
  const advice = provider.row.metadataUrl ? 'Check its metadata URL.' : "Enter the provider's present metadata."
  return { state: 'warning', sentence: `${entityId}: the certificate in its metadata ends on ${until}. ${advice}` }
}
