import { defineCredential } from '../credential-definition.ts'
import { netdocumentsSettings } from '../netdocuments-settings.ts'

export const netdocumentsClientCredential = defineCredential('netdocuments_client_credential', {
  label: ['NetDocuments (client credentials) credential', 'NetDocuments (client credentials) credentials'],
  route: '/netdocuments-client-credentials',
  settings: netdocumentsSettings,
  columns: ['region', 'repository', 'cabinet'],
})
