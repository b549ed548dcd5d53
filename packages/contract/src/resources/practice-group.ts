import { reference } from '../fields/reference.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

export const practiceGroup = defineResource('practice_group', {
  label: ['Practice group', 'Practice groups'],
  route: '/practice-groups',
  access: 'locationAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    practiceCode: text(5, { required: true, max: 60, search: true, label: 'Code' }),
    storagePolicyId: reference(6, 'storage_policy', { directs: 'to' }),
  },
  unique: [['practiceCode']],
  tellsApart: ['practiceCode'],
  list: { columns: ['name', 'practiceCode', 'storagePolicyId'], sort: 'name' },
})
