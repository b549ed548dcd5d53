import type { PlaceSettings } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'

/** The origin of the S3 service. */
export function endpointOf({ baseUrl, region }: PlaceSettings): string {
  return baseUrl ? new URL(baseUrl).origin : `https://s3.${region}.amazonaws.com`
}

/** The prefix of every key: empty, or ending with a slash. */
export function prefixOf(settings: PlaceSettings): string {
  return foldersOf(settings)
    .map((folder) => `${folder}/`)
    .join('')
}

/** Amazon has a page for every object; whether other services do is unknown. */
export function linkOf({ baseUrl, region, database }: PlaceSettings, key: string): string | undefined {
  if (baseUrl && !new URL(baseUrl).hostname.endsWith('.amazonaws.com')) return undefined
  const query = new URLSearchParams({ region: region ?? '', prefix: key })
  return `https://s3.console.aws.amazon.com/s3/object/${encodeURIComponent(database ?? '')}?${query}`
}
