import type { Services } from '../base/services.ts'
import { type PipelineDeps, runItem } from '../notices/pipeline/run.ts'
import { onePerPlace } from '../outbox/copies/one-per-place.ts'
import type { RetrieveDeps } from '../retrieval/try-links.ts'

/** Processes an item of the first firm, without links that lead to a court, from the stage that it is at. */
export function processItem(
  services: Services,
  shared: Pick<PipelineDeps, 'exclusive' | 'turns'>,
  id: string,
): Promise<void> {
  const { config, secrets } = services
  const stageDeps = {
    ...{ config, secrets, onePerPlace, formats: async () => [], examine: undefined as never },
    retrieval: { now: () => new Date() } as unknown as RetrieveDeps,
  }
  return runItem(
    { ...shared, services, onCommitted: () => undefined, stageDeps: (read) => ({ ...stageDeps, read }) },
    { data: { firmId: 1, id } },
  )
}
