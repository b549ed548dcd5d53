import { defineCredential } from '../credential-definition.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'

export const smokeballCredential = defineCredential('smokeball_credential', {
  label: ['Smokeball credential', 'Smokeball credentials'],
  route: '/smokeball-credentials',
  settings: {
    region: select(20, ['US', 'UK', 'AU'], {
      directs: 'to',
      directsSecrets: true,
      required: true,
      default: 'US',
    }),
    apiKey: secret(21, {
      required: true,
      max: 500,
      label: 'API key',
      help: 'In the Developer Console of Smokeball, with the client ID and the client secret.',
    }),
    clientId: text(22, { required: true, directs: 'to', max: 200 }),
    clientSecret: secret(23, { required: true, max: 500 }),
  },
  columns: ['region', 'clientId'],
})
