import type { PlaceSettings } from '../packages/connectors/src/connector-kind.ts'
import type { Resource } from '../packages/contract/src/resource.ts'
import { boxClientCredential } from '../packages/contract/src/resources/box-client-credential.ts'
import { clioCredential } from '../packages/contract/src/resources/clio-credential.ts'
import { imanageCloudCredential } from '../packages/contract/src/resources/imanage-cloud-credential.ts'
import { dmsAccounts, dmsPlaces } from '../packages/server/src/demo/dms/dms-service.ts'

/** In milliseconds: how long each answer of a service takes. */
export const answerMs = 200

/** Two firms never share a root: each has a folder of its own. */
export const boxFolders = ['701', '702'] as const
export const imanageFolders = ['501', '502'] as const

interface BenchKind {
  resource: Resource
  /** The settings of the n-th credential of the first firm or the second. */
  settings: (firm: number, n: number) => Partial<PlaceSettings>
  path: string
}

/** A file share, a DMS and a practice system. */
export const benchKinds: readonly BenchKind[] = [
  {
    resource: boxClientCredential,
    // Each of an enterprise of its own: Box limits what one sends.
    settings: (firm, n) => ({ ...dmsAccounts.box, enterpriseId: `${n + 1}0${firm}`, folderId: boxFolders[firm] ?? '' }),
    path: '{{ matter.number }}',
  },
  {
    resource: imanageCloudCredential,
    settings: (firm) => ({
      ...{ baseUrl: 'https://cloudimanage.com', customerId: dmsPlaces.customer, database: dmsPlaces.library },
      ...{ authorField: 'COURTCRIER', documentClass: 'COURT', documentSubclass: 'NOTICE' },
      ...{ ...dmsAccounts.imanage, folderId: imanageFolders[firm] ?? '' },
    }),
    path: '{{ matter.number }}',
  },
  {
    resource: clioCredential,
    settings: () => ({ ...dmsAccounts.clio, region: 'US' }),
    path: '{{ matter.number }}/Filings',
  },
]
