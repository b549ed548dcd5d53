import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const sharepointServerCredential = defineCredential('sharepoint_server_credential', {
  label: ['SharePoint Server credential', 'SharePoint Server credentials'],
  route: '/sharepoint-server-credentials',
  settings: {
    baseUrl: text(20, {
      required: true,
      ...webAddress,
      help: 'The address of the site as far as its name: https://sharepoint.firm.example/sites/Litigation.',
    }),
    username: text(21, { required: true, max: 200, help: 'With its domain: FIRM\\courtcrier.' }),
    password: secret(22, {
      required: true,
      max: 500,
      help: 'Of this account, which needs the permission level Contribute in the library.',
    }),
    library: text(23, {
      directs: 'to',
      max: 200,
      label: 'Document library',
      help: 'Its name. Empty for the default one of the site.',
    }),
  },
  columns: ['baseUrl', 'username'],
})
