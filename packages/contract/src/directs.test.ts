import { expect, test } from 'vitest'
import { isDestination } from './directs.ts'
import { getResource } from './resources/registry.ts'

/** Each of these can lead to another account, though the service's address stays the same. */
test.each([
  ['box_client_credential', ['clientId', 'enterpriseId', 'folderId']],
  ['box_credential', ['clientId', 'folderId', 'refreshToken']],
  ['clio_credential', ['clientId', 'refreshToken', 'region']],
  ['filevine_credential', ['apiKey', 'baseUrl', 'organizationId']],
  ['imanage_cloud_credential', ['baseUrl', 'clientId', 'customerId', 'database', 'folderId', 'username']],
  ['litify_credential', ['baseUrl']],
  ['netdocuments_client_credential', ['cabinet', 'region', 'repository']],
  ['netdocuments_cloud_credential', ['cabinet', 'region', 'repository']],
  ['sharepoint_online_credential', ['baseUrl', 'library']],
  ['smokeball_credential', ['clientId', 'region']],
])('a %s directs copies by its account and folder, not its address alone', (name, fields) => {
  const resource = getResource(name)
  expect(
    Object.keys(resource.fields)
      .filter((field) => isDestination(resource, field))
      .toSorted(),
  ).toEqual(fields)
})

test('so do the tokens and headers of a service that is described by hand, and of Dropbox', () => {
  const resource = getResource('generic_credential')
  const fields = [
    'token',
    'apiKey',
    'clientId',
    'headers',
    'formFields',
    'folderId',
    'username',
    'database',
    'linkTemplate',
  ]
  expect(fields.filter((field) => !isDestination(resource, field))).toEqual([])
})
