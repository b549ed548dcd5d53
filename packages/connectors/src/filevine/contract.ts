import type { PublishedContract } from '../testing/published-contract.ts'

/** What Filevine publishes about its gateway. */
export const contract: PublishedContract = {
  service: 'Filevine',
  file: new URL('./contract.json', import.meta.url),
  source: 'https://developer.filevine.io (FV.App.API.json and FV.Identity.API.json, as of 2026-06-21)',
  license: { name: 'None is named. Filevine publishes it for programs that use its API' },
  operations: [
    'POST /connect/token',
    'POST /fv-app/v2/utils/GetUserOrgsWithToken',
    'GET /fv-app/v2/Users/Me',
    'GET /fv-app/v2/Users',
    'GET /fv-app/v2/Projects',
    'POST /fv-app/v2/Folders',
    'DELETE /fv-app/v2/Folders/{folderId}',
    'GET /fv-app/v2/Folders/{folderId}/children',
    'GET /fv-app/v2/Documents',
    'POST /fv-app/v2/Documents',
    'GET /fv-app/v2/Documents/{documentId}',
    'PATCH /fv-app/v2/Documents/{documentId}',
    'DELETE /fv-app/v2/Documents/{documentId}',
    'GET /fv-app/v2/Documents/{documentId}/locator',
    'POST /fv-app/v2/Projects/{projectId}/Documents/{documentId}',
    'POST /fv-app/v2/projects/{projectId}/BillingItem',
    'GET /fv-app/v2/billingitem/projects/{projectId}',
    'GET /fv-app/v2/Billing/AvailableBillingCodes',
  ],
  exceptions: [
    {
      reason: 'The older API, with an API key and a session, is published nowhere.',
      unpublished: /^(?:POST \/session|\w+ \/core\/)/,
    },
    {
      reason: 'The address for the bytes of a document is that of a storage.',
      unpublished: /^(?:PUT|GET) \/bucket\//,
    },
    {
      reason: 'Refusals are named for a few calls only, and described for none.',
      statuses: [400, 401, 403, 404, 422],
    },
    {
      reason: "The other program's ID of a record is null in the examples, if it has none.",
      changes: { '/components/schemas/Identifier/properties/Partner/nullable': true },
    },
  ],
}
