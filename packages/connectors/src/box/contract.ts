import type { PublishedContract } from '../testing/published-contract.ts'

const item = ['type', 'id', 'etag', 'sequence_id', 'name', 'sha1', 'size', 'parent', 'path_collection']

/** What Box publishes about its API. */
export const contract: PublishedContract = {
  service: 'Box',
  file: new URL('./contract.json', import.meta.url),
  source: 'https://github.com/box/box-openapi (openapi.json, c9a878a of 2026-06-29)',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  operations: [
    'POST /oauth2/token',
    'GET /users/me',
    'GET /folders/{folder_id}',
    'POST /folders',
    'DELETE /folders/{folder_id}',
    'OPTIONS /files/content',
    'POST /files/content',
    'GET /files/{file_id}/content',
    'DELETE /files/{file_id}',
    'POST /files/{file_id}/metadata/{scope}/{template_key}',
    'POST /files/upload_sessions',
    'PUT /files/upload_sessions/{upload_session_id}',
    'GET /files/upload_sessions/{upload_session_id}/parts',
    'POST /files/upload_sessions/{upload_session_id}/commit',
  ],
  kept: {
    File: item,
    'File--Full': item,
    Folder: item,
    'Folder--Full': item,
    User: ['name', 'login'],
    'User--Full': [],
  },
  exceptions: [
    {
      reason: 'The page for a person to sign in is described by the guide, not the API.',
      unpublished: /^GET \/api\/oauth2\/authorize$/,
    },
    {
      reason:
        'OAuth demands the redirect URI with a code that was asked for with one (RFC 6749, 4.1.3). Here, it is left out.',
      changes: { '/components/schemas/PostOAuth2Token/properties/redirect_uri': { type: 'string' } },
    },
    {
      reason: 'Bytes are read from the address that a redirect (302) has, at another host.',
      unpublished: /^GET \/dl\//,
    },
    {
      reason: 'A token that is not accepted is answered with a header, and no body.',
      statuses: [401],
    },
    {
      reason: 'The codes of errors are some of those in the guide "Common errors", where item_name_in_use is one.',
      changes: { '/components/schemas/ClientError/properties/code/enum': undefined },
    },
    {
      reason: 'The check of a free name tells one item instead of a list, as an upload does, and folders, too.',
      changes: { '/components/schemas/ConflictError/allOf/1/properties/context_info/properties/conflicts': {} },
    },
  ],
}
