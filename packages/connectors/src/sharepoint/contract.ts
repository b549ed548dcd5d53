import type { PublishedContract } from '../testing/published-contract.ts'

/**
 * What Microsoft says about Graph. Its own description has no paths with names in them, such as `items/7:/a.pdf`, so
 * this one is written by hand.
 */
export const contract: PublishedContract = {
  service: 'Microsoft Graph',
  file: new URL('./contract.json', import.meta.url),
  source: 'what is known of the reference at https://learn.microsoft.com/graph/api (driveItem, drive, site, listItem)',
  license: { name: 'Written for this program' },
  operations: [
    'GET /v1.0/sites/{host}:/{collection}/{site}',
    'GET /v1.0/sites/{siteId}/drive',
    'GET /v1.0/sites/{siteId}/drives',
    'GET /v1.0/drives/{driveId}/root',
    'GET /v1.0/drives/{driveId}/list/columns',
    'GET /v1.0/drives/{driveId}/items/{parentId}:/{name}',
    'PUT /v1.0/drives/{driveId}/items/{parentId}:/{name}:/content',
    'POST /v1.0/drives/{driveId}/items/{parentId}:/{name}:/createUploadSession',
    'POST /v1.0/drives/{driveId}/items/{itemId}/children',
    'GET /v1.0/drives/{driveId}/items/{itemId}/content',
    'PATCH /v1.0/drives/{driveId}/items/{itemId}/listItem/fields',
    'DELETE /v1.0/drives/{driveId}/items/{itemId}',
  ],
  exceptions: [
    {
      reason: 'Tokens are given by Entra.',
      unpublished: /^POST \/[^/]+\/oauth2\/v2\.0\/token$/,
    },
    {
      reason: 'The addresses for the pieces of an upload and for the bytes of a file are those of a storage.',
      unpublished: /^(?:PUT|GET|DELETE) \/(?:upload|dl)\//,
    },
  ],
}
