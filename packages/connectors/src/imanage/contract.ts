import type { PublishedContract } from '../testing/published-contract.ts'

const library = '/work/api/v2/customers/{customerId}/libraries/{libraryId}'

/** iManage describes its API to its customers only, so that this description is written by hand. */
export const contract: PublishedContract = {
  service: 'iManage Work',
  file: new URL('./contract.json', import.meta.url),
  source:
    'what is known of the iManage Work API 2.1, from public programs that call it and quote its reference (iManCloudCore by integrica-io, b3e976e)',
  license: { name: 'Written for this program' },
  operations: [
    'POST /auth/oauth2/token',
    'PUT /api/v1/session/login',
    'GET /work/api',
    `GET ${library}/workspaces`,
    `GET ${library}/workspaces/{workspaceId}`,
    `GET ${library}/workspaces/{workspaceId}/children`,
    `POST ${library}/workspaces/{workspaceId}/folders`,
    `GET ${library}/folders/{folderId}`,
    `DELETE ${library}/folders/{folderId}`,
    `GET ${library}/folders/{folderId}/children`,
    `POST ${library}/folders/{folderId}/subfolders`,
    `POST ${library}/folders/{folderId}/documents`,
    `GET ${library}/documents/{documentId}`,
    `DELETE ${library}/documents/{documentId}`,
    `GET ${library}/documents/{documentId}/download`,
    `GET ${library}/classes`,
    `GET ${library}/classes/{classId}/subclasses`,
    `GET ${library}/users`,
  ],
  exceptions: [],
}
