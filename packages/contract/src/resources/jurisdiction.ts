import { referenceList } from '../fields/reference.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A jurisdiction under the firm's own name, with the directory's courts it covers. */
export const jurisdiction = defineResource('jurisdiction', {
  label: ['Jurisdiction', 'Jurisdictions'],
  route: '/jurisdictions',
  access: 'jurisdictionAccess',
  title: 'name',
  hasShortName: true,
  fields: {
    name: text(4, { required: true, search: true }),
    ecfxJurisdictionIds: referenceList(5, 'ecfx_jurisdiction', { idKind: 'text', label: 'Courts' }),
  },
  unique: [['name']],
  list: { columns: ['name', 'ecfxJurisdictionIds'], sort: 'name', mappedBy: ['ecfxJurisdictionIds'] },
})
export type Jurisdiction = RowOf<typeof jurisdiction>
