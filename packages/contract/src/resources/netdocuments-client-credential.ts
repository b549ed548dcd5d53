import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'

export const netdocumentsClientCredential = defineCredential('netdocuments_client_credential', {
  label: ['NetDocuments (client credentials) credential', 'NetDocuments (client credentials) credentials'],
  route: '/netdocuments-client-credentials',
  settings: {
    region: select(20, ['US', 'EU', 'AU', 'DE', 'CA', 'UK'], { required: true, default: 'US' }),
    repository: text(21, { required: true, max: 60 }),
    cabinet: text(22, { required: true, max: 60 }),
    clientId: text(23, { required: true, max: 200 }),
    clientSecret: secret(24, { required: true, max: 500 }),
  },
  columns: ['region', 'repository', 'cabinet'],
})
