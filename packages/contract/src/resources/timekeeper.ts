import { cadences, deliveryMethods, methodLabels } from '../delivery-methods.ts'
import { boolean } from '../fields/boolean.ts'
import { email, emailList } from '../fields/email.ts'
import { map } from '../fields/map.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const timekeeper = defineResource('timekeeper', {
  label: ['Timekeeper', 'Timekeepers'],
  route: '/timekeepers',
  access: 'timekeeperAccess',
  title: 'fullName',
  fields: {
    fullName: text(4, {
      given: ['sortName', 'email'],
      search: true,
      help: 'The sort name, or else the email, if you leave this empty.',
    }),
    sortName: text(5, { search: true }),
    email: email(6, { search: true }),
    status: select(7, ['Active', 'Inactive'], {
      required: true,
      default: 'Active',
      tones: { Active: 'ok', Inactive: 'neutral' },
    }),
    isAttorney: boolean(8, { label: 'Attorney' }),
    billable: boolean(9),
    title: text(10, { max: 120 }),
    additionalReceiptEmails: emailList(11, { directs: 'to' }),
    storagePolicyId: reference(12, 'storage_policy'),
    locationId: reference(13, 'location'),
    departmentId: reference(14, 'department'),
    practiceGroupId: reference(15, 'practice_group'),
    timekeeperGroupId: reference(16, 'timekeeper_group', { label: 'Preference group' }),
    userDefinedFields: map(17),
    deliveryMethod: select(18, deliveryMethods, {
      required: true,
      default: 'INHERIT_METHOD',
      valueLabels: { ...methodLabels, INHERIT_METHOD: 'Same as the preference group' },
    }),
    notificationCadence: select(19, cadences, {
      required: true,
      default: 'INHERIT_CADENCE',
      label: 'Cadence',
      valueLabels: { INHERIT_CADENCE: 'Same as the preference group' },
    }),
    barNumber: text(20, { max: 120, search: true, help: 'With its state, such as NY 1234567.' }),
  },
  steps: [
    {
      name: 'person',
      fields: ['fullName', 'sortName', 'email', 'status', 'isAttorney', 'barNumber', 'billable', 'title'],
    },
    {
      name: 'office',
      fields: ['locationId', 'departmentId', 'practiceGroupId'],
    },
    {
      name: 'receipt',
      label: 'Notifications',
      fields: [
        'timekeeperGroupId',
        'deliveryMethod',
        'notificationCadence',
        'additionalReceiptEmails',
        'storagePolicyId',
        'userDefinedFields',
      ],
    },
  ],
  tellsApart: ['title', 'barNumber', 'email'],
  deactivation: { field: 'status', value: 'Inactive' },
  list: { columns: ['fullName', 'email', 'status', 'isAttorney', 'title'], sort: 'sortName', mappedBy: ['email'] },
})
export type Timekeeper = RowOf<typeof timekeeper>
