import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'

export const clioCredential = defineCredential('clio_credential', {
  label: ['Clio Manage credential', 'Clio Manage credentials'],
  route: '/clio-credentials',
  settings: {
    region: select(20, ['US', 'CA', 'EU', 'AU'], {
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'US',
      help: "Where the firm's account is: the Developer Portal is another one in each region.",
    }),
    clientId: text(21, {
      required: true,
      directs: 'to',
      max: 200,
      help: "In the Developer Portal of Clio: the application's key.",
    }),
    clientSecret: secret(22, {
      required: true,
      max: 500,
      help: "In the Developer Portal of Clio: the application's secret. The application needs to read matters and users, and to read and write documents and folders.",
    }),
    refreshToken: secret(23, {
      directs: 'to',
      max: 2000,
      help: "Leave it empty, and sign in to Clio on the page of the saved credential, as someone who sees the matters. Copies are saved in this person's name.",
    }),
  },
  columns: ['region', 'clientId'],
})
