import { reference } from '../fields/reference.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const judge = defineResource('judge', {
  label: ['Judge', 'Judges'],
  route: '/judges',
  access: 'judgeAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    jurisdictionId: reference(5, 'jurisdiction', { required: true }),
  },
  tellsApart: ['jurisdictionId'],
  list: { columns: ['name', 'jurisdictionId'], sort: 'name' },
})
export type Judge = RowOf<typeof judge>
