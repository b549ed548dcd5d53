import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const boxClientCredential = defineCredential('box_client_credential', {
  label: ['Box (client credentials) credential', 'Box (client credentials) credentials'],
  route: '/box-client-credentials',
  settings: {
    clientId: text(20, { required: true, max: 200 }),
    clientSecret: secret(21, { required: true, max: 500 }),
    enterpriseId: text(22, { max: 60 }),
    folderId: text(23, { required: true, max: 120, label: 'Folder id' }),
  },
  columns: ['clientId', 'folderId'],
})
