import { defineCredential, webAddress } from '../credential-definition.ts'
import { boolean } from '../fields/boolean.ts'
import { number } from '../fields/number.ts'
import { secret } from '../fields/secret.ts'
import { text } from '../fields/text.ts'

/** Shown only if billing items are created. */
const ofItems = { onlyWith: { key: 'createBillingItems', values: ['true'] } }

export const filevineCredential = defineCredential('filevine_credential', {
  label: ['Filevine credential', 'Filevine credentials'],
  route: '/filevine-credentials',
  settings: {
    baseUrl: text(20, {
      required: true,
      ...webAddress,
      help: 'https://api.filevineapp.com, in Canada https://api.filevineapp.ca; for an older API key https://api.filevine.io. It decides what the API key and the API secret are.',
    }),
    apiKey: secret(21, {
      required: true,
      directs: 'to',
      max: 500,
      label: 'API key',
      help: "The personal access token of a service account that may add folders and documents to the projects; Filevine's support says where it is created. With api.filevine.io, the older API key.",
    }),
    apiSecret: secret(22, {
      required: true,
      max: 500,
      label: 'API secret',
      help: 'The client ID and the client secret, with a colon between them. The secret ends after a year: enter that day as Expires on. With api.filevine.io, the secret of the API key.',
    }),
    organizationId: text(23, {
      directs: 'to',
      max: 60,
      help: 'Only needed if the token is for several organizations.',
    }),
    createBillingItems: boolean(24, { help: 'Every saved document becomes a billing item.' }),
    billingItemTimeCode: text(25, {
      ...ofItems,
      max: 60,
      help: 'Its key in Filevine. One of the two time codes is needed.',
    }),
    billingItemTimeCode2: text(26, {
      ...ofItems,
      max: 60,
      label: 'Billing item time code 2',
      help: 'Its key in Filevine. One of the two time codes is needed.',
    }),
    billingItemDescription: text(27, { ...ofItems, max: 4000, help: 'The path of the document follows it.' }),
    billingItemQuantity: number(28, {
      ...ofItems,
      min: 0,
      max: 100_000,
      integer: false,
      help: 'Hours per document.',
    }),
    billingItemRate: number(29, {
      ...ofItems,
      min: 0,
      max: 1_000_000,
      integer: false,
      help: "Instead of the user's own rate.",
    }),
    billingItemUser: text(30, {
      ...ofItems,
      max: 120,
      help: 'The email address, the user name or the ID of the person whose time it is.',
    }),
  },
  columns: ['baseUrl', 'billingItemUser'],
})
