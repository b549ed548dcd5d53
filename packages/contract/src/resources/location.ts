import { reference } from '../fields/reference.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** An office of the firm. */
export const location = defineResource('location', {
  label: ['Location', 'Locations'],
  route: '/locations',
  access: 'locationAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    code: text(5, { required: true, max: 60, search: true }),
    storagePolicyId: reference(6, 'storage_policy', { directs: 'to' }),
  },
  unique: [['code']],
  tellsApart: ['code'],
  list: { columns: ['name', 'code', 'storagePolicyId'], sort: 'name' },
})
