import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const sharepointOnlineCredential = defineCredential('sharepoint_online_credential', {
  label: ['SharePoint Online credential', 'SharePoint Online credentials'],
  route: '/sharepoint-online-credentials',
  settings: {
    baseUrl: text(20, {
      required: true,
      ...webAddress,
      help: 'The address of the site as far as its name: https://firm.sharepoint.com/sites/Litigation.',
    }),
    clientId: text(22, {
      required: true,
      max: 200,
      help: 'In Entra, on the overview of the app registration: Application (client) ID.',
    }),
    tenantId: text(21, {
      required: true,
      max: 120,
      directsSecrets: true,
      help: 'In Entra, on the overview of the app registration: Directory (tenant) ID.',
    }),
    clientSecret: secret(23, {
      required: true,
      max: 500,
      help: "In Entra, under Certificates & secrets: the secret's value, not its ID. The app needs the application permission Sites.Selected and write access to this site.",
    }),
    library: text(24, {
      directs: 'to',
      max: 200,
      label: 'Document library',
      help: 'Its name. Empty for the default one of the site.',
    }),
  },
  columns: ['baseUrl', 'tenantId'],
})
