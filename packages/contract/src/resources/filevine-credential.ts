import { defineCredential, webAddress } from '../credential-definition.ts'
import { boolean } from '../fields/boolean.ts'
import { number } from '../fields/number.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

export const filevineCredential = defineCredential('filevine_credential', {
  label: ['Filevine credential', 'Filevine credentials'],
  route: '/filevine-credentials',
  settings: {
    baseUrl: text(20, { required: true, ...webAddress }),
    apiKey: secret(21, { required: true, max: 500, label: 'API key' }),
    apiSecret: secret(22, { required: true, max: 500, label: 'API secret' }),
    organizationId: text(23, { max: 60 }),
    createBillingItems: boolean(24, { help: 'Every saved document becomes a billing item.' }),
    billingItemTimeCode: text(25, { max: 60 }),
    billingItemTimeCode2: text(26, { max: 60 }),
    billingItemDescription: text(27, { max: 4000 }),
    billingItemQuantity: number(28, { min: 0, max: 100_000, integer: false }),
    billingItemRate: number(29, { min: 0, max: 1_000_000, integer: false }),
    billingItemUser: text(30, { max: 120 }),
  },
  columns: ['baseUrl', 'billingItemUser'],
})
