import { boolean } from '../fields/boolean.ts'
import { domainList } from '../fields/domain-list.ts'
import { emailList } from '../fields/email.ts'
import { map } from '../fields/map.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** Parts a firm's format can require; every notice needs a court and a docket number anyway. */
export const noticeFormatParts = [
  'case name',
  'event',
  'document title',
  'docket text',
  'date filed',
  'filed by',
  'reference',
  'recipients',
  'link',
] as const
export type NoticeFormatPart = (typeof noticeFormatParts)[number]

const wordings = (number: number, label: string, help: string) => textList(number, { max: 20, label, help })

/** A notice format defined by the firm: which messages it matches, and the words before each value. */
export const noticeFormat = defineResource('notice_format', {
  label: ['Notice format', 'Notice formats'],
  route: '/notice-formats',
  access: 'noticeFormatAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    isActive: boolean(5, { default: true, label: 'In use' }),
    overridesBuiltIn: boolean(6, {
      label: 'Takes precedence over built-in formats',
      help: 'Otherwise it reads only what no built-in format reads.',
    }),
    kind: select(7, ['filing', 'service', 'confirmation', 'rejection', 'modification', 'announcement'], {
      required: true,
      default: 'filing',
      label: 'Kind of notice',
      valueLabels: {
        filing: 'Something was filed',
        service: 'Papers were served',
        confirmation: 'Your filing was accepted',
        rejection: 'Your filing was returned',
        modification: 'Docket entry was changed',
        announcement: 'Court announcement',
      },
    }),
    senderAddresses: emailList(8, { max: 50, help: 'Who sends these messages; people may also forward them.' }),
    senderDomains: domainList(9, { max: 50, help: 'Domains that send these messages; exactly these.' }),
    subjectPatterns: textList(10, {
      max: 20,
      label: 'Words of the subject',
      help: 'One of these. * stands for any words, {docket number}, {case name}, {event}, {document title} and {reference} for a value: Filing in {docket number} - {case name}',
    }),
    bodyPhrases: textList(11, { max: 20, label: 'Words of the text', help: 'All of these. * stands for any words.' }),
    ecfxJurisdictionId: reference(12, 'ecfx_jurisdiction', {
      idKind: 'text',
      label: 'Court',
      help: 'Used if the message names no court.',
    }),
    courtLabels: wordings(13, 'Labels of the court', 'Words before the name of the court.'),
    courtNames: map(14, {
      label: 'Names of courts',
      help: 'Each name as messages write it, and the ID of its court.',
    }),
    docketNumberLabels: wordings(15, 'Labels of the docket number', 'For instance: Case No.'),
    caseNameLabels: wordings(16, 'Labels of the case name', 'For instance: Case Style'),
    eventLabels: wordings(17, 'Labels of the event', "Words before the event; the document's title if none."),
    documentTitleLabels: wordings(18, 'Labels of the document', 'Words before the title of each document.'),
    docketTextLabels: wordings(19, 'Labels of the docket text', 'For instance: Docket Text'),
    filedDateLabels: wordings(20, 'Labels of the date filed', 'For instance: Date Filed'),
    filedByLabels: wordings(21, 'Labels of who filed', 'For instance: Filed By'),
    filerLabels: wordings(22, 'Labels of the party', 'Words before the party it was filed for.'),
    referenceLabels: wordings(23, 'Labels of the envelope number', 'For instance: Envelope Number'),
    recipientLabels: wordings(24, 'Labels of the recipients', 'For instance: Served On'),
    linkHosts: domainList(25, {
      max: 20,
      help: 'Exact host names that serve the documents, such as documents.example.gov. Courtcrier opens links to them.',
    }),
    linkWords: textList(26, {
      max: 20,
      label: 'Words of the link',
      help: 'One of these is in the text or the address of each document link. * stands for any words.',
    }),
    requiredParts: textList(27, {
      max: noticeFormatParts.length,
      values: noticeFormatParts,
      help: 'A message without one of these needs a person. Court and docket number are always required.',
    }),
  },
  steps: [
    { name: 'format', fields: ['name', 'isActive', 'overridesBuiltIn', 'kind'] },
    {
      name: 'messages',
      label: 'Which messages',
      fields: ['senderAddresses', 'senderDomains', 'subjectPatterns', 'bodyPhrases'],
    },
    { name: 'court', fields: ['ecfxJurisdictionId', 'courtLabels', 'courtNames'] },
    {
      name: 'labels',
      label: 'Labels of values',
      fields: [
        'docketNumberLabels',
        'caseNameLabels',
        'eventLabels',
        'documentTitleLabels',
        'docketTextLabels',
        'filedDateLabels',
        'filedByLabels',
        'filerLabels',
        'referenceLabels',
        'recipientLabels',
      ],
    },
    { name: 'documents', label: 'Links and required parts', fields: ['linkHosts', 'linkWords', 'requiredParts'] },
  ],
  unique: [['name']],
  list: { columns: ['name', 'isActive', 'kind', 'ecfxJurisdictionId', 'senderDomains', 'linkHosts'], sort: 'name' },
})
export type NoticeFormat = RowOf<typeof noticeFormat>
