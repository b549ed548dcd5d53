import type { PublishedContract } from '../testing/published-contract.ts'

/** What Salesforce says about its REST API, for people only: this description is written by hand. */
export const contract: PublishedContract = {
  service: 'Salesforce',
  file: new URL('./contract.json', import.meta.url),
  source:
    'what is known of the REST API Developer Guide and the Object Reference of Salesforce (query, ContentVersion, ContentDocument, describe)',
  license: { name: 'Written for this program' },
  operations: [
    'GET /services/data/v61.0/query',
    'GET /services/data/v61.0/query/{queryLocator}',
    'POST /services/data/v61.0/sobjects/ContentVersion',
    'PATCH /services/data/v61.0/sobjects/ContentVersion/{id}',
    'GET /services/data/v61.0/sobjects/ContentVersion/describe',
    'GET /services/data/v61.0/sobjects/ContentVersion/{id}/VersionData',
    'DELETE /services/data/v61.0/sobjects/ContentDocument/{id}',
  ],
  exceptions: [
    {
      reason: 'Tokens are described with OAuth, apart from the API.',
      unpublished: /^POST \/services\/oauth2\/token$/,
    },
  ],
}
