import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const boxClientCredential = defineCredential('box_client_credential', {
  label: ['Box (client credentials) credential', 'Box (client credentials) credentials'],
  route: '/box-client-credentials',
  settings: {
    clientId: text(20, {
      required: true,
      directs: 'to',
      max: 200,
      help: 'In the Developer Console of Box, under Configuration, OAuth 2.0 Credentials.',
    }),
    clientSecret: secret(21, {
      required: true,
      max: 500,
      help: "In the Developer Console of Box, below the client ID. The application needs App + Enterprise Access and Write all files and folders, and an administrator's authorization.",
    }),
    enterpriseId: text(22, {
      directs: 'to',
      max: 60,
      help: 'In the Admin Console of Box, under Account & Billing.',
    }),
    folderId: text(23, {
      required: true,
      directs: 'to',
      max: 120,
      label: 'Folder ID',
      help: "The number at the end of the folder's address in Box. Invite the application's service account to it as Editor: it sees nothing else.",
    }),
  },
  columns: ['clientId', 'folderId'],
})
