import { referenceList } from '../fields/reference.ts'
import { givenHelp, text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { defineResource } from '../resource.ts'

/** Kinds of courts in the directory that a group can include as a whole. */
const courtCategories = [
  'FEDERAL_APPEALS',
  'FEDERAL_DISTRICT',
  'FEDERAL_BANKRUPTCY',
  'FEDERAL_OTHER',
  'STATE_TRIAL',
  'STATE_APPELLATE',
] as const

/** Jurisdictions treated alike. */
export const jurisdictionGroup = defineResource('jurisdiction_group', {
  label: ['Jurisdiction group', 'Jurisdiction groups'],
  route: '/jurisdiction-groups',
  access: 'jurisdictionGroupAccess',
  title: 'name',
  fields: {
    name: text(4, { given: 'numbered', max: 120, search: true, help: givenHelp }),
    categories: textList(5, {
      values: courtCategories,
      label: 'State and federal categories',
      help: `All courts of these kinds: ${courtCategories.join(', ')}.`,
    }),
    jurisdictionIds: referenceList(6, 'jurisdiction', {
      help: 'Individual jurisdictions in addition to the categories.',
    }),
  },
  unique: [['name']],
  list: {
    columns: ['name', 'categories', 'jurisdictionIds'],
    sort: 'name',
    mappedBy: ['categories', 'jurisdictionIds'],
  },
})
