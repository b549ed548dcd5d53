import { ApiError } from '@courtcrier/contract/errors.ts'
import { hasFeature } from '@courtcrier/contract/features.ts'
import { sql } from 'kysely'
import type { Config } from '../../base/config.ts'
import type { Trx } from '../../base/db/database.ts'

/** Returns why a firm has no case tracking; undefined if it has (specification, section 6). */
export async function whyNotTracked(
  trx: Trx,
  { firmId, host, config }: { firmId: number; host: string; config: Pick<Config, 'trackingHosts'> },
): Promise<string | undefined> {
  const { rows } = await sql<{ entitledFeatures: string[] }>`
    select entitled_features as "entitledFeatures" from firms where id = ${firmId}::integer`.execute(trx)
  if (!hasFeature(rows[0] ?? {}, 'tracking'))
    return "Your firm doesn't subscribe to case tracking. The operator can add it."
  if (!isTrackingHost(host, config.trackingHosts)) return "Case tracking isn't available at this address of your firm."
  return undefined
}

/** Throws `forbidden` with the reason if the firm has no case tracking. */
export async function refuseUntracked(...asked: Parameters<typeof whyNotTracked>): Promise<void> {
  const sentence = await whyNotTracked(...asked)
  if (sentence) throw new ApiError('forbidden', { sentence })
}

/** If no hosts are listed, it is on everywhere; on a developer's own machine it always is. */
export function isTrackingHost(host: string, listed: readonly string[]): boolean {
  const name = host.toLowerCase()
  return listed.length === 0 || listed.includes(name) || /^(localhost|127\.0\.0\.1|.*\.localhost)$/.test(name)
}
