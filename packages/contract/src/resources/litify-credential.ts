import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const litifyCredential = defineCredential('litify_credential', {
  label: ['Litify credential', 'Litify credentials'],
  route: '/litify-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress, help: "My Domain's address: https://firm.my.salesforce.com." }),
    clientId: text(21, { required: true, max: 200, help: "In Salesforce: the external client app's consumer key." }),
    clientSecret: secret(22, {
      required: true,
      max: 500,
      help: "In Salesforce: the external client app's consumer secret.",
    }),
  },
  columns: ['baseUrl', 'clientId'],
})
