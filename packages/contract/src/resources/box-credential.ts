import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const boxCredential = defineCredential('box_credential', {
  label: ['Box credential', 'Box credentials'],
  route: '/box-credentials',
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
      help: 'In the Developer Console of Box, below the client ID. The application needs Write all files and folders.',
    }),
    refreshToken: secret(22, {
      directs: 'to',
      max: 2000,
      help: 'Leave it empty, and sign in to Box on the page of the saved credential. A refresh token that is entered here replaces that sign-in.',
    }),
    folderId: text(23, {
      required: true,
      directs: 'to',
      max: 120,
      label: 'Folder ID',
      help: "The number at the end of the folder's address in Box.",
    }),
  },
  columns: ['clientId', 'folderId'],
})
