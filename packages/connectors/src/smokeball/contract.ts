import type { PublishedContract } from '../testing/published-contract.ts'

/** What Smokeball publishes about its API. */
export const contract: PublishedContract = {
  service: 'Smokeball',
  file: new URL('./contract.json', import.meta.url),
  source: 'https://docs.smokeball.com (OpenAPI description, as of 2026-08-22)',
  license: { name: 'None is named. Smokeball publishes it for programs that use its API' },
  operations: [
    'GET /matters',
    'GET /matters/{matterId}/documents/folders',
    'POST /matters/{matterId}/documents/folders',
    'GET /matters/{matterId}/documents/folders/{folderId}',
    'DELETE /matters/{matterId}/documents/folders/{folderId}',
    'POST /matters/{matterId}/documents/files',
    'GET /matters/{matterId}/documents/files/{fileId}',
    'DELETE /matters/{matterId}/documents/files/{fileId}',
    'GET /matters/{matterId}/documents/files/{fileId}/upload',
    'GET /matters/{matterId}/documents/files/{fileId}/download',
  ],
  exceptions: [
    {
      reason: 'Tokens are given by another server, which the guide "Authentication" describes.',
      unpublished: /^POST \/oauth2\/token$/,
    },
    {
      reason: 'The address for the bytes of a file is that of a storage.',
      unpublished: /^(?:PUT|GET) \/bucket\//,
    },
    {
      reason: 'A sign-in or a key that is not accepted is answered by what is in front of the API.',
      statuses: [401, 403],
    },
  ],
}
