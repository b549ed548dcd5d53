import { boolean } from '../fields/boolean.ts'
import { date } from '../fields/date.ts'
import { emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type RowOf } from '../resource.ts'

const ofDeliveries = { readOnly: true, isComputed: true, isFilterable: true } as const
const toDeliveries = [['delivery', 'envelope_id']] as const

/** A filing as the firm sees it: one for all the messages announcing it. */
export const envelope = defineResource('envelope', {
  label: ['Notification', 'Notifications'],
  route: '/ecfx-notification',
  access: 'envelopeAccess',
  title: 'event',
  isReadOnly: true,
  fields: {
    caseId: reference(4, 'case', { readOnly: true }),
    ecfxJurisdictionId: reference(5, 'ecfx_jurisdiction', { readOnly: true, idKind: 'text', label: 'Court' }),
    event: text(6, { readOnly: true, max: 1000, search: true }),
    docketText: longText(7, { readOnly: true, search: true }),
    caseName: text(8, { readOnly: true, max: 1000, search: true }),
    docketNumber: text(9, { readOnly: true, max: 255, search: true }),
    documentNumber: text(10, { readOnly: true, max: 60 }),
    courtEnvelopeId: text(11, { readOnly: true, max: 400, label: 'Filing key' }),
    date: date(12, { readOnly: true, label: 'Filed' }),
    enteredAt: timestamp(13, { readOnly: true, label: 'Entered' }),
    filedBy: text(14, { readOnly: true, max: 500 }),
    filedByFirm: boolean(15, { readOnly: true }),
    filedOnBehalfOf: text(16, { readOnly: true, max: 1000 }),
    serviceContacts: emailList(17, { readOnly: true, max: 5000 }),
    isSealed: boolean(18, { readOnly: true, label: 'Sealed' }),
    caseNumbers: text(19, { readOnly: true, max: 4000, label: 'All docket numbers' }),
    told: boolean(20, { ...ofDeliveries, workedOutOf: [...toDeliveries, ['delivery', 'status']] }),
    opened: boolean(21, { ...ofDeliveries, workedOutOf: [...toDeliveries, ['delivery', 'first_opened_at']] }),
    contents: textList(23, {
      readOnly: true,
      workedOutOf: [
        ['document', 'title'],
        ['document', 'number'],
      ],
      help: 'The documents as the notice listed them, whether they were retrieved or not.',
    }),
    otherCaseIds: referenceList(22, 'case', { readOnly: true, label: 'Other cases' }),
    // Until a person has decided of which it is.
    possibleCaseIds: referenceList(24, 'case', { readOnly: true, isAside: true, label: 'Possible cases' }),
  },
  unique: [['courtEnvelopeId']],
  tellsApart: ['caseName', 'docketNumber'],
  list: {
    columns: ['event', 'caseName', 'docketNumber', 'ecfxJurisdictionId', 'date', 'enteredAt'],
    sort: '-createdAt',
    sortable: ['createdAt'],
    mappedBy: ['caseId'],
  },
})
export type Envelope = RowOf<typeof envelope>
