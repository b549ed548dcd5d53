import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { boxClientCredential } from '@courtcrier/contract/resources/box-client-credential.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { clioCredential } from '@courtcrier/contract/resources/clio-credential.ts'
import { imanageCloudCredential } from '@courtcrier/contract/resources/imanage-cloud-credential.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { practiceGroup } from '@courtcrier/contract/resources/practice-group.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { sql } from 'kysely'
import type { Services } from '../base/services.ts'
import { type DmsMatter, dmsAccounts, dmsOf, dmsPlaces } from './dms/dms-service.ts'
import { demoFirmId } from './seed.ts'

/** What furnishing needs of the administrator's desk. */
interface DmsDesk {
  make: (resource: Resource, values: AnyRow) => Promise<string>
  /** Changes the record that has this value. */
  change: (wanted: { resource: Resource; field: string; value: string }, input: AnyRow) => Promise<void>
}

/**
 * One client's documents go to iManage, those of a matter to a shared Box, and a practice group's to Clio; all others stay
 * in the firm's folder on this server.
 */
export async function furnishDms(desk: DmsDesk): Promise<void> {
  for (const { credential, settings, policy, of } of savings) {
    const dmsCredentialId = await desk.make(credential, settings)
    const storagePolicyId = await desk.make(storagePolicy, { documentName, ...policy, dmsCredentialId })
    await desk.change(of, { storagePolicyId })
  }
}

const documentName = '{{ filing.date }} {{ document.number }} {{ document.title }}'

interface Saving {
  credential: Resource
  settings: AnyRow
  policy: AnyRow
  /** Whose documents are saved there. */
  of: Parameters<DmsDesk['change']>[0]
}

const savings: readonly Saving[] = [
  {
    credential: imanageCloudCredential,
    settings: {
      name: 'iManage Work',
      baseUrl: 'https://cloudimanage.com',
      customerId: dmsPlaces.customer,
      database: dmsPlaces.library,
      ...dmsAccounts.imanage,
      authorField: 'COURTCRIER',
      documentClass: 'COURT',
      documentSubclass: 'NOTICE',
    },
    policy: {
      name: 'iManage workspaces',
      documentPath: '{{ matter.number }}/Court filings/{{ case.case_number }}',
      documentProperties: {
        'Custom 1': '{{ client.number }}',
        'Custom 2': '{{ matter.number }}',
        'Custom 3': '{{ case.case_number }}',
        Comment: '{{ filing.event }}',
      },
    },
    of: { resource: client, field: 'number', value: dmsOf.imanageClient },
  },
  {
    credential: boxClientCredential,
    settings: { name: 'Tidewater coverage (Box)', folderId: dmsPlaces.boxFolder, ...dmsAccounts.box },
    policy: { name: 'Shared with the client', documentPath: '{{ matter.number }}/{{ case.case_number }}' },
    of: { resource: matter, field: 'number', value: dmsOf.boxMatter },
  },
  {
    credential: clioCredential,
    settings: { name: 'Clio Manage', region: 'US', ...dmsAccounts.clio },
    policy: { name: 'Clio matters', documentPath: '{{ matter.number }}/Court filings' },
    of: { resource: practiceGroup, field: 'practice_code', value: dmsOf.clioPractice },
  },
]

/** Returns the firm's matters, for services in which a matter is there before its documents. */
export async function readDmsMatters({ database }: Services): Promise<readonly DmsMatter[]> {
  const { rows } = await sql<DmsMatter>`
    select m.number, c.number as client, g.practice_code as practice from matters m
      join clients c on c.firm_id = m.firm_id and c.id = m.client_id
      left join practice_groups g on g.firm_id = m.firm_id and g.id = m.practice_group_id
    where m.firm_id = ${demoFirmId} order by m.number`.execute(database.kysely)
  return rows
}
