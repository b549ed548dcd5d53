import { longText } from '../fields/long-text.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'
import { templateKindLabels, templateKinds } from '../template-kinds.ts'

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
      valueLabels: templateKindLabels,
    }),
  },
  unique: [['name']],
  list: { columns: ['name', 'kind', 'subject'], sort: 'name' },
})
