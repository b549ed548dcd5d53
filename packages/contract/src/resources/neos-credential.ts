import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const neosCredential = defineCredential('neos_credential', {
  label: ['Neos credential', 'Neos credentials'],
  route: '/neos-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress }),
    apiKey: secret(21, { required: true, max: 500, label: 'API key' }),
    apiSecret: secret(22, { max: 500, label: 'API secret' }),
  },
  columns: ['baseUrl'],
})
