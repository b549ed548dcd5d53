import { date } from '../fields/date.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const client = defineResource('client', {
  label: ['Client', 'Clients'],
  route: '/clients',
  access: 'clientAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, search: true }),
    number: text(5, { required: true, max: 60, search: true }),
    status: select(6, ['Active', 'Closed', 'Pending'], {
      required: true,
      default: 'Active',
      tones: { Active: 'ok', Closed: 'neutral', Pending: 'warn' },
    }),
    originatingTimekeeperId: reference(7, 'timekeeper'),
    openDate: date(8),
    storagePolicyId: reference(9, 'storage_policy', { directs: 'to' }),
  },
  tellsApart: ['number'],
  likeness: { name: 'name', number: 'number', with: ['status'] },
  deactivation: { field: 'status', value: 'Closed' },
  unique: [['number']],
  list: {
    columns: ['name', 'number', 'status', 'openDate'],
    sort: 'name',
    sortable: ['name', 'number', 'status', 'openDate', 'createdAt', 'updatedAt'],
  },
})
export type Client = RowOf<typeof client>
