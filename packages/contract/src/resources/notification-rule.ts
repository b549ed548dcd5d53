import { boolean } from '../fields/boolean.ts'
import { emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** Who is told besides the timekeepers of a case, or in spite of being one, when a condition holds. */
export const notificationRule = defineResource('notification_rule', {
  label: ['Notification rule', 'Notification rules'],
  route: '/notification-rule',
  access: 'notificationRuleAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    template: longText(5, {
      max: 4000,
      label: 'Rule condition',
      help: 'Such as: court is "flsd" and event contains "order". The rule holds for every notice when empty.',
    }),
    includeEmails: emailList(6, { help: 'Told as well.' }),
    excludeEmails: emailList(7, { help: 'Not told.' }),
    isActive: boolean(8, { default: true, label: 'In use' }),
  },
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'template', 'includeEmails', 'excludeEmails', 'isActive'], sort: 'name' },
})
