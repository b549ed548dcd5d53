import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** An abbreviation of a word in the names of folders and files. */
export const abbreviation = defineResource('abbreviation', {
  label: ['Abbreviation', 'Abbreviations'],
  route: '/abbreviations',
  access: 'firmAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true, label: 'Word or phrase' }),
    abbreviation: text(5, { required: true, max: 60, search: true, label: 'Short form' }),
  },
  unique: [['name']],
  list: { columns: ['name', 'abbreviation'], sort: 'name' },
})
