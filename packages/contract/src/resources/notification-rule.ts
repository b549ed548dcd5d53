import { boolean } from '../fields/boolean.ts'
import { emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { givenHelp, text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** Who is notified in addition to a case's timekeepers, or excluded despite being one, when a condition is met. */
export const notificationRule = defineResource('notification_rule', {
  label: ['Notification rule', 'Notification rules'],
  route: '/notification-rule',
  access: 'notificationRuleAccess',
  title: 'name',
  fields: {
    name: text(4, { given: 'numbered', max: 120, search: true, help: givenHelp }),
    template: longText(5, {
      directs: 'what',
      max: 4000,
      label: 'Rule condition',
      help: 'For example: court is "S.D. Fla." and event contains "order". If empty, the rule applies to every notice.',
    }),
    includeEmails: emailList(6, { directs: 'to', help: 'Also notified.' }),
    excludeEmails: emailList(7, { help: 'Not notified.' }),
    isActive: boolean(8, { directs: 'what', default: true, label: 'In use' }),
  },
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'template', 'includeEmails', 'excludeEmails', 'isActive'], sort: 'name' },
})
