import { sql } from 'kysely'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { describeSignOnProblem } from '../describe-problem.ts'
import type { Provider } from '../providers.ts'
import type { SignOnDeps } from '../sign-on-deps.ts'
import { SignOnProblem } from '../sign-on-problem.ts'
import { type IdpMetadata, parseIdpMetadata } from './idp-metadata.ts'

type Deps = Pick<SignOnDeps, 'database' | 'fetch' | 'now'>

/** Read again after this long: providers announce a new certificate days before they use it. */
const freshMs = 24 * 3600_000
/** A provider may have changed its certificate since, but a forged response mustn't make Courtcrier ask at will. */
const leastMs = 60_000

/**
 * Returns a provider's metadata: those entered, or those at its URL as read within the last day. `isOutdated` reads them
 * again, at most once a minute. If the URL doesn't answer, those last read there still count. Throws a `SignOnProblem`.
 */
export async function getMetadata(
  deps: Deps,
  provider: Provider,
  { isOutdated = false }: { isOutdated?: boolean } = {},
): Promise<IdpMetadata> {
  const { metadataUrl, metadata } = provider.row
  if (!metadataUrl) return parseIdpMetadata(metadata ?? '')
  const known = await findKnown(deps, provider, metadataUrl)
  const age = known ? deps.now().getTime() - known.readAt.getTime() : Number.POSITIVE_INFINITY
  if (known && age < (isOutdated ? leastMs : freshMs)) return parseIdpMetadata(known.xml)
  try {
    const xml = await download(deps, metadataUrl)
    const read = parseIdpMetadata(xml)
    await keep(deps, provider, { xml, url: metadataUrl })
    return read
  } catch (error) {
    if (known) return parseIdpMetadata(known.xml)
    throw error
  }
}

/** Reads the metadata at an address. Throws a `SignOnProblem`. */
async function download({ fetch }: Pick<Deps, 'fetch'>, url: string): Promise<string> {
  try {
    // Its time and length are limited there.
    const answer = await fetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
    if (answer.status !== 200) throw new SignOnProblem('broken', `${url} answers ${answer.status}, not with metadata.`)
    return await answer.text()
  } catch (error) {
    throw describeSignOnProblem(error, { issuer: url, redirectUri: '' })
  }
}

/** Those read at another URL, which the provider had before, don't count: their certificate could be anyone's. */
async function findKnown({ database }: Deps, { firmId, row }: Provider, url: string) {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<{ xml: string; readAt: Date }>`
      select xml, read_at as "readAt" from saml_metadata
      where firm_id = ${firmId} and id = ${row.id}::uuid and url = ${url}`.execute(trx),
  )
  return rows[0]
}

async function keep(
  { database, now }: Deps,
  { firmId, row }: Provider,
  { xml, url }: { xml: string; url: string },
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`insert into saml_metadata (firm_id, id, url, xml, read_at)
      values (${firmId}::integer, ${row.id}::uuid, ${url}, ${xml}, ${now()}::timestamptz)
      on conflict (firm_id, id) do update
        set url = excluded.url, xml = excluded.xml, read_at = excluded.read_at`.execute(trx),
  )
}
