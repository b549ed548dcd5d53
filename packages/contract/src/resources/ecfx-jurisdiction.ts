import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A court of the directory; the same for every firm. */
export const ecfxJurisdiction = defineResource('ecfx_jurisdiction', {
  label: ['Court', 'Courts'],
  route: '/courts',
  access: 'jurisdictionAccess',
  title: 'name',
  idKind: 'text',
  isVirtual: true,
  isReadOnly: true,
  fields: {
    name: text(4, { required: true, search: true }),
    abbreviation: text(5, { search: true }),
    citation: text(6, { search: true }),
    courtType: select(7, ['NONE', 'APPEALS', 'BANKRUPTCY', 'DISTRICT'], {
      required: true,
      valueLabels: { NONE: 'Other', APPEALS: 'Appeals', BANKRUPTCY: 'Bankruptcy', DISTRICT: 'District' },
    }),
    state: text(8, { max: 60 }),
    timeZone: text(9, { max: 64 }),
  },
  list: { columns: ['name', 'abbreviation', 'citation', 'courtType', 'state'], sort: 'name' },
})
export type EcfxJurisdiction = RowOf<typeof ecfxJurisdiction>
