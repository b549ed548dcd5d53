import { longText } from '../fields/long-text.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** The messages a template can be used for; each has its own placeholders. */
export const templateKinds = [
  'FILING',
  'DAILY_MESSAGE',
  'ACTIVITY_REPORT',
  'DMS_FAILURE_REPORT',
  'CASE_NOT_FOUND_REPORT',
] as const
export type TemplateKind = (typeof templateKinds)[number]

const kindLabels: Readonly<Record<TemplateKind, string>> = {
  FILING: 'Email about one filing',
  DAILY_MESSAGE: 'Daily message',
  ACTIVITY_REPORT: 'Daily activity report',
  DMS_FAILURE_REPORT: 'DMS failure report',
  CASE_NOT_FOUND_REPORT: 'Case-not-found report',
}

/** Restricts a reference to templates of one kind. */
export function templatesFor(kind: TemplateKind) {
  return { only: { key: 'kind', value: kind, label: kindLabels[kind] } }
}

/** The wording of a message to timekeepers. */
export const emailTemplate = defineResource('email_template', {
  label: ['Email template', 'Email templates'],
  route: '/templates',
  access: 'emailTemplateAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    subject: text(5, {
      directs: 'to',
      max: 500,
      search: true,
      help: 'With placeholders: {{ case.name }}: {{ filing.event }}',
    }),
    body: longText(6, {
      directs: 'to',
      help: 'With placeholders, such as matter.number, case.name, documents and timekeepers.',
    }),
    kind: select(7, templateKinds, {
      required: true,
      default: 'FILING',
      label: 'Used for',
      valueLabels: kindLabels,
    }),
  },
  unique: [['name']],
  list: { columns: ['name', 'kind', 'subject'], sort: 'name' },
})
