import type { ConnectorKind } from '../connector-kind.ts'
import { endpointOf, prefixOf } from './address.ts'

/** A bucket of Amazon S3, or of a compatible service at the base URL. */
export const s3: ConnectorKind = {
  name: 's3',
  credential: 'generic_credential',
  driver: 'S3',
  rootOf: (settings) => `${endpointOf(settings)}/${settings.database}/${prefixOf(settings)}`,
  // Its client is large, and most installations don't use it.
  open: async (place, ways) => (await import('./open-s3.ts')).openS3(place, ways),
}
