import type { PublishedContract } from '../testing/published-contract.ts'

const paging = {
  type: 'object',
  properties: {
    paging: { type: 'object', properties: { previous: { type: 'string' }, next: { type: 'string' } } },
    records: { type: 'integer' },
  },
}

/** What Clio publishes about version 4 of its API. */
export const contract: PublishedContract = {
  service: 'Clio',
  file: new URL('./contract.json', import.meta.url),
  source: 'https://docs.developers.clio.com (openapi.json, version 4, as of 2026-04-08)',
  license: { name: 'None is named. Clio publishes it for programs that use its API' },
  operations: [
    'GET /users/who_am_i.json',
    'GET /matters.json',
    'GET /folders.json',
    'POST /folders.json',
    'DELETE /folders/{id}.json',
    'GET /documents.json',
    'POST /documents.json',
    'GET /documents/{id}.json',
    'PATCH /documents/{id}.json',
    'DELETE /documents/{id}.json',
    'GET /documents/{id}/download.json',
    'GET /document_categories.json',
  ],
  kept: {
    Matter: [],
    Matter_base: ['id', 'etag', 'number', 'display_number', 'custom_number'],
    User: [],
    User_base: ['id', 'etag', 'name', 'email'],
    Contact_base: ['id', 'etag', 'name'],
    ClioCreator_base: ['id', 'etag', 'name'],
  },
  exceptions: [
    {
      reason: 'Signing in is described apart from the API, by the pages about authorization.',
      unpublished: /^(?:POST \/oauth\/token|GET \/oauth\/authorize)$/,
    },
    {
      reason: 'The address for the bytes of a document is that of a storage, and ends after ten minutes.',
      unpublished: /^(?:PUT \/put\/|GET \/files\/)/,
    },
    {
      reason: 'Lists have pages, by the page about pagination.',
      changes: Object.fromEntries(
        ['Matter_List', 'Folder_List', 'Document_List', 'DocumentCategory_List'].map((name) => [
          `/components/schemas/${name}/properties/meta`,
          paging,
        ]),
      ),
    },
    {
      reason: 'Lengths of parts are texts there. Programs that are known to work send numbers.',
      changes: Object.fromEntries(
        ['/paths/~1api~1v4~1documents.json/post', '/paths/~1api~1v4~1documents~1{id}.json/patch'].map((operation) => [
          `${operation}/requestBody/content/application~1json/schema/properties/data/properties/multiparts/items/properties/content_length`,
          { type: 'integer' },
        ]),
      ),
    },
    {
      reason: 'The file marks no field as one that can be null. A field without a value may be, or may be missing.',
      changes: {
        '/components/schemas/DocumentVersion_base/properties/put_url/nullable': true,
        '/components/schemas/DocumentVersion_base/properties/size/nullable': true,
        '/components/schemas/DocumentVersion/allOf/1/properties/put_headers/nullable': true,
        '/components/schemas/DocumentVersion/allOf/1/properties/multiparts/nullable': true,
        '/components/schemas/LinkedFolder_base/nullable': true,
      },
    },
    {
      reason:
        'Sizes have 32 bits there, which no limit for files says. What a larger file has as its size is not known.',
      changes: { '/components/schemas/DocumentVersion_base/properties/size/format': 'int64' },
    },
  ],
}
