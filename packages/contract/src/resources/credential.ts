import { credentialKinds } from '../credential-kinds.ts'
import { date } from '../fields/date.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource } from '../resource.ts'

/** All credentials of the firm, of every kind: one row for each row of the kinds, with the same ID. */
export const credential = defineResource('credential', {
  label: ['DMS credential', 'DMS credentials'],
  route: '/dms',
  access: 'firmAccess',
  title: 'name',
  isReadOnly: true,
  fields: {
    name: text(4, { required: true, readOnly: true, max: 120, search: true }),
    kind: select(5, credentialKinds, {
      required: true,
      readOnly: true,
      valueLabels: {
        filevine_credential: 'Filevine',
        box_client_credential: 'Box (client credentials)',
        box_credential: 'Box',
        sharepoint_online_credential: 'SharePoint Online',
        sharepoint_server_credential: 'SharePoint Server',
        clio_credential: 'Clio Manage',
        smokeball_credential: 'Smokeball',
        netdocuments_client_credential: 'NetDocuments (client credentials)',
        netdocuments_cloud_credential: 'NetDocuments',
        litify_credential: 'Litify',
        neos_credential: 'Neos',
        imanage_cloud_credential: 'iManage Work (cloud)',
        imanage_server_credential: 'iManage Work (on premises)',
        generic_credential: 'Folder, S3, WebDAV, SFTP, Dropbox or REST',
      },
    }),
    health: select(6, ['unknown', 'healthy', 'failing', 'unreached'], {
      required: true,
      readOnly: true,
      default: 'unknown',
      valueLabels: { unknown: 'Not checked yet', healthy: 'Healthy', failing: 'Failing', unreached: 'Not reached' },
    }),
    sentence: text(7, { readOnly: true, max: 1000, label: 'Result of the last check', holds: 'sentence' }),
    checkedAt: timestamp(8, { readOnly: true, label: 'Last check' }),
    expiresAt: date(9, { readOnly: true, label: 'Expires on' }),
  },
  tellsApart: ['kind'],
  list: { columns: ['name', 'kind', 'health', 'checkedAt', 'expiresAt'], sort: 'name' },
})
