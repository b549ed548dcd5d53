import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const litifyCredential = defineCredential('litify_credential', {
  label: ['Litify credential', 'Litify credentials'],
  route: '/litify-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress, help: "My Domain's address: https://firm.my.salesforce.com." }),
    clientId: text(21, {
      required: true,
      max: 200,
      help: "In Salesforce Setup, on the external client app: its consumer key. The user that the app runs as needs the API, Litify's permission sets and access to the matters.",
    }),
    clientSecret: secret(22, {
      required: true,
      max: 500,
      help: 'In Salesforce Setup, on the external client app: its consumer secret.',
    }),
    keyField: text(23, {
      max: 40,
      pattern: /^[A-Za-z]\w*__c$/,
      patternCode: 'not_custom_field',
      help: "The API name of a text field of Content Version that holds each copy's key, such as Courtcrier_Key__c, by which the next attempt finds a copy. An administrator adds it in Salesforce Setup, in the Object Manager, as an external ID. Without one, the key is in the file's description.",
    }),
  },
  columns: ['baseUrl', 'clientId'],
})
