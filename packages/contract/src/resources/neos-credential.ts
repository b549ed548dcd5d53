import { defineCredential, webAddress } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'
import { restSettings } from '../rest-settings.ts'

export const neosCredential = defineCredential('neos_credential', {
  label: ['Neos credential', 'Neos credentials'],
  route: '/neos-credentials',
  settings: {
    baseUrl: text(20, {
      required: true,
      ...webAddress,
      help: 'What the addresses in the settings below begin with, as the vendor names it.',
    }),
    apiKey: secret(21, {
      required: true,
      directs: 'to',
      max: 500,
      label: 'API key',
      help: 'From the vendor, as {apiKey} in the settings below. Neos publishes no description of its API: the vendor names the addresses to enter there.',
    }),
    apiSecret: secret(22, {
      max: 500,
      label: 'API secret',
      help: 'From the vendor with the API key, as {apiSecret} in the settings below. Empty if there is none.',
    }),
    ...restSettings(30),
  },
  columns: ['baseUrl'],
})
