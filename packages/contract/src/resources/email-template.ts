import { longText } from '../fields/long-text.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** How a message to timekeepers reads. */
export const emailTemplate = defineResource('email_template', {
  label: ['Email template', 'Email templates'],
  route: '/templates',
  access: 'emailTemplateAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    subject: text(5, { max: 500, search: true, help: 'With placeholders: {{ case.name }}: {{ filing.event }}' }),
    body: longText(6, {
      help: 'With placeholders, such as matter.number, case.name, documents and timekeepers.',
    }),
  },
  unique: [['name']],
  list: { columns: ['name', 'subject'], sort: 'name' },
})
