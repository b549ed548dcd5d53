import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** The subject area of a matter; governed by the permission for practice groups. */
export const areaOfLaw = defineResource('area_of_law', {
  label: ['Area of law', 'Areas of law'],
  route: '/areas-of-law',
  access: 'locationAccess',
  subject: 'practice_group',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    code: text(5, { max: 60, search: true }),
  },
  unique: [['name']],
  list: { columns: ['name', 'code'], sort: 'name' },
})
