import { boolean } from '../fields/boolean.ts'
import { map } from '../fields/map.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const storagePolicy = defineResource('storage_policy', {
  label: ['Storage policy', 'Storage policies'],
  route: '/storage-policies',
  access: 'storagePolicyAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, search: true }),
    storeDocuments: boolean(5, { directs: 'what', default: true }),
    storeEmail: select(6, ['none', 'pdf', 'eml'], {
      directs: 'what',
      required: true,
      default: 'none',
      label: 'Store the notice',
      valueLabels: { none: 'No', pdf: 'As PDF', eml: 'As email (.eml)' },
    }),
    documentPath: text(7, {
      directs: 'what',
      required: true,
      max: 1000,
      // Organized as at most firms.
      default: '{{ client.name }}/{{ matter.number }}/{{ case.case_number }}',
      help: 'Folders for each document, with placeholders: {{ client.name }}/{{ matter.number }}/{{ case.case_number }}',
    }),
    documentName: text(8, {
      directs: 'what',
      required: true,
      max: 500,
      default: '{{ filing.date }} {{ document.number }} {{ document.title }}',
      help: 'File name without its extension: {{ filing.date }} {{ document.number }} {{ document.title }}',
    }),
    documentProperties: map(9, {
      directs: 'what',
      help: 'What is saved with each document besides its name, with placeholders. Folders, SFTP and Dropbox store none; the preview shows what the other DMS get.',
    }),
    additionalStoragePolicyId: reference(10, 'storage_policy', {
      directs: 'to',
      help: 'Each document is saved by this policy too, such as to a second DMS.',
    }),
    dmsCredentialId: reference(11, 'credential', {
      directs: 'to',
      required: true,
      label: 'DMS credential',
      help: 'Where documents are saved: a document management system, or a folder on this server.',
    }),
  },
  steps: [
    { name: 'policy', fields: ['name', 'dmsCredentialId', 'additionalStoragePolicyId'] },
    { name: 'what', label: 'What is saved', fields: ['storeDocuments', 'storeEmail'] },
    { name: 'where', label: 'Where it is saved', fields: ['documentPath', 'documentName', 'documentProperties'] },
  ],
  unique: [['name']],
  list: { columns: ['name', 'documentPath', 'documentName', 'storeDocuments', 'storeEmail'], sort: 'name' },
})
export type StoragePolicy = RowOf<typeof storagePolicy>
