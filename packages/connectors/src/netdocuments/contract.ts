import type { PublishedContract } from '../testing/published-contract.ts'

const undescribed = { 'application/json': {} }

/** What NetDocuments publishes about its API: that which a connector of its own uses. */
export const contract: PublishedContract = {
  service: 'NetDocuments',
  file: new URL('./contract.json', import.meta.url),
  source:
    'https://github.com/microsoft/PowerPlatformConnectors (certified-connectors/NetDocuments/apiDefinition.swagger.json, 8bff86e of 2024-10-23)',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  operations: [
    'GET /v1/User/info',
    'GET /v1/User/cabinets',
    'GET /v1/cabinet/{cabinetID}/customAttributes',
    'GET /v1/Workspace/{cabinetID}/{parentID}/{childID}/info',
    'GET /v2/container/{containerID}',
    'POST /v1/Folder',
    'DELETE /v1/Folder/{id}',
    'POST /v1/Document/upload',
    'GET /v1/Document/{id}',
    'GET /v1/Document/{id}/info',
    'DELETE /v1/Document/{id}',
  ],
  exceptions: [
    {
      reason: 'Tokens are described by the guide "OAuth 2.0"; here, only their address is.',
      unpublished: /^(?:POST \/v1\/OAuth|GET \/neWeb2\/OAuth\.aspx)$/,
    },
    {
      reason:
        "The connector that is published knows no cabinets without workspaces, whose folders are listed so by the API's own reference.",
      unpublished: /^GET \/v1\/Cabinet\/[^/]+\/folders$/,
    },
    {
      reason: 'Refusals are described nowhere.',
      statuses: [400, 401, 404],
    },
    {
      reason: 'What the list of a container has is described nowhere. The connector reads the forms of both versions.',
      changes: { '/paths/~1v2~1container~1{containerID}/get/responses/200/content': undescribed },
    },
    {
      reason:
        "What a document's profile has is described nowhere. The connector reads its attributes as they are sent with a new document.",
      changes: { '/paths/~1v1~1Document~1{id}~1info/get/responses/200/content': undescribed },
    },
  ],
}
