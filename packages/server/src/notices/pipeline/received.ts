import type { Received } from '../../courts/read-on-thread.ts'
import { sourceOfNotice } from '../../mail/believed.ts'
import type { Work } from './stage.ts'

/**
 * Returns what to read of an item's message. Of a forward with an attached original signed by the court, that is only
 * the original: anyone could have written the text around it.
 */
export async function receivedOf({ rawContent, origin, results, raw }: Work): Promise<Received> {
  return { raw: await raw(), key: rawContent, ...sourceOfNotice(results.authenticate, origin.part) }
}
