import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const boxCredential = defineCredential('box_credential', {
  label: ['Box credential', 'Box credentials'],
  route: '/box-credentials',
  settings: {
    clientId: text(20, { required: true, max: 200 }),
    clientSecret: secret(21, { required: true, max: 500 }),
    refreshToken: secret(22, { max: 2000 }),
    folderId: text(23, { required: true, max: 120, label: 'Folder id' }),
  },
  columns: ['clientId', 'folderId'],
})
