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
      help: "Where the firm's account at Smokeball is.",
    }),
    apiKey: secret(21, {
      required: true,
      max: 500,
      label: 'API key',
      help: 'In the Developer Console of Smokeball, with the client ID and the client secret.',
    }),
    clientId: text(22, {
      required: true,
      directs: 'to',
      max: 200,
      help: 'In the Developer Console of Smokeball, for its Client Credentials Grant.',
    }),
    clientSecret: secret(23, {
      required: true,
      max: 500,
      help: 'Shown with the client ID, which needs the scopes for matters (read) and for files and folders (read and write).',
    }),
  },
  columns: ['region', 'clientId'],
})
