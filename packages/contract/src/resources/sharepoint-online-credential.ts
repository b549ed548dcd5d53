import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const sharepointOnlineCredential = defineCredential('sharepoint_online_credential', {
  label: ['SharePoint Online credential', 'SharePoint Online credentials'],
  route: '/sharepoint-online-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress }),
    tenantId: text(21, { required: true, max: 120, directsSecrets: true }),
    clientId: text(22, { required: true, max: 200 }),
    clientSecret: secret(23, { required: true, max: 500 }),
    library: text(24, { max: 200, label: 'Document library' }),
  },
  columns: ['baseUrl', 'tenantId'],
})
