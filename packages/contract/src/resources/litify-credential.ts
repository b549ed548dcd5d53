import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const litifyCredential = defineCredential('litify_credential', {
  label: ['Litify credential', 'Litify credentials'],
  route: '/litify-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress }),
    clientId: text(21, { required: true, max: 200 }),
    clientSecret: secret(22, { required: true, max: 500 }),
  },
  columns: ['baseUrl', 'clientId'],
})
