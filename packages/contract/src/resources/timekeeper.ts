import { boolean } from '../fields/boolean.ts'
import { email, emailList } from '../fields/email.ts'
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
    fullName: text(4, { required: true, search: true }),
    sortName: text(5, { search: true }),
    email: email(6, { search: true }),
    status: select(7, ['Active', 'Inactive'], { required: true, default: 'Active' }),
    isAttorney: boolean(8, { label: 'Attorney' }),
    billable: boolean(9),
    title: text(10, { max: 120 }),
    additionalReceiptEmails: emailList(11),
    storagePolicyId: reference(12, 'storage_policy'),
  },
  list: { columns: ['fullName', 'email', 'status', 'isAttorney', 'title'], sort: 'sortName' },
})
export type Timekeeper = RowOf<typeof timekeeper>
