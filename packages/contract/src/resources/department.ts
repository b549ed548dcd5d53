import { longText } from '../fields/long-text.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

export const department = defineResource('department', {
  label: ['Department', 'Departments'],
  route: '/departments',
  access: 'departmentAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    number: text(5, { required: true, max: 60, search: true }),
    description: longText(6, { max: 4000 }),
  },
  unique: [['number']],
  tellsApart: ['number'],
  list: { columns: ['name', 'number', 'description'], sort: 'name' },
})
