import type { Received } from '../../courts/read-on-thread.ts'
import { findBelieved } from '../../mail/believed.ts'
import type { Work } from './stage.ts'

/**
 * Returns what to read of an item's message. Of a forward with an attached original signed by the court, that is only
 * the original: anyone could have written the text around it.
 */
export async function receivedOf({ rawContent, origin, results, raw }: Work): Promise<Received> {
  const originals = results.authenticate?.originalIds ?? []
  const reading = findBelieved(results.authenticate)?.reading
  const originalId = origin.part?.originalId ?? originals[0]
  return { raw: await raw(), key: rawContent, originalId, reading, part: origin.part }
}
