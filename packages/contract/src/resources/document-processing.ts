import { boolean } from '../fields/boolean.ts'
import { number } from '../fields/number.ts'
import { select } from '../fields/select.ts'
import { givenHelp, text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

const aWeek = 10_080

/** Settings for processing documents before people are notified. */
export const documentProcessing = defineResource('document_processing', {
  label: ['Document processing', 'Document processing'],
  route: '/document-processing',
  access: 'firmAccess',
  title: 'name',
  fields: {
    name: text(4, { given: 'numbered', max: 120, search: true, help: givenHelp }),
    waitForStamp: boolean(5, { help: 'Documents are held back until the court has stamped them.' }),
    maxMinutesWaitForStamp: number(6, { min: 1, max: aWeek }),
    releaseUnstampedWhileWaiting: boolean(7, {
      help: 'In the meantime, people are notified with the unstamped document, and again with the stamped one.',
    }),
    minutesWaitBeforeUnstampedRelease: number(8, { min: 0, max: aWeek }),
    extractionEnabled: boolean(9, {
      label: 'Read titles from documents',
      help: 'Documents are named after the title on their first page, where it is clear; the title in the notice stays beside it.',
    }),
    extractionProvider: select(10, ['NO_PROVIDER', 'FAI'], {
      required: true,
      default: 'NO_PROVIDER',
      valueLabels: { NO_PROVIDER: 'None', FAI: 'Document AI' },
      help: "Courtcrier reads titles itself. Document AI is asked about those that are unclear: the text of the first page, and nothing else, is sent to the service of Courtcrier's operator. Scans, letters and sealed documents are never sent.",
    }),
    billingParty: select(11, ['ECFX', 'PROVIDER'], {
      required: true,
      default: 'ECFX',
      valueLabels: { ECFX: 'Operator', PROVIDER: 'Provider' },
      help: 'If the provider bills the firm, the customer number is sent with each question.',
    }),
    customerId: text(12, { max: 120, help: "The firm's customer number at the provider." }),
    queueName: text(13, {
      max: 120,
      help: "The provider's queue that questions wait in, as the provider calls it (service_tier): flex, for example. Its usual one if blank.",
    }),
  },
  steps: [
    {
      name: 'stamp',
      label: 'Waiting for the stamp',
      fields: [
        'name',
        'waitForStamp',
        'maxMinutesWaitForStamp',
        'releaseUnstampedWhileWaiting',
        'minutesWaitBeforeUnstampedRelease',
      ],
    },
    {
      name: 'extraction',
      label: 'Reading titles',
      fields: ['extractionEnabled', 'extractionProvider', 'billingParty', 'customerId', 'queueName'],
    },
  ],
  unique: [['name']],
  list: {
    columns: ['name', 'waitForStamp', 'maxMinutesWaitForStamp', 'extractionEnabled', 'extractionProvider'],
    sort: 'name',
  },
})
