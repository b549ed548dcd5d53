import { boolean } from '../fields/boolean.ts'
import { date } from '../fields/date.ts'
import { reference } from '../fields/reference.ts'
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
  hasShortName: true,
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
    system: select(10, ['federal', 'state', 'tribal', 'international', 'other'], {
      required: true,
      valueLabels: {
        federal: 'Federal',
        state: 'State',
        tribal: 'Tribal',
        international: 'International',
        other: 'Other',
      },
    }),
    level: select(11, ['trial', 'appellate'], {
      required: true,
      valueLabels: { trial: 'Trial', appellate: 'Appellate' },
    }),
    isHistorical: boolean(12, { label: 'Historical', help: 'The court no longer sits.' }),
    endedOn: date(13, { label: 'Sat until' }),
    efilingSystem: select(
      14,
      ['NONE', 'CM/ECF', 'ACMS', 'ODYSSEY', 'FLORIDA', 'NYSCEF', 'FILE_AND_SERVEXPRESS', 'TAMES', 'DAWSON', 'SCOTUS'],
      {
        label: 'E-filing system',
        valueLabels: {
          NONE: 'None known',
          'CM/ECF': 'CM/ECF',
          ACMS: 'ACMS',
          ODYSSEY: 'Odyssey (Tyler)',
          FLORIDA: 'Florida portal',
          NYSCEF: 'NYSCEF',
          FILE_AND_SERVEXPRESS: 'File & ServeXpress',
          TAMES: 'TAMES',
          DAWSON: 'DAWSON',
          SCOTUS: 'Supreme Court',
        },
      },
    ),
    parentId: reference(15, 'ecfx_jurisdiction', { idKind: 'text', label: 'Part of' }),
  },
  tellsApart: ['citation', 'state'],
  list: {
    columns: ['name', 'abbreviation', 'citation', 'courtType', 'state', 'system', 'level', 'isHistorical'],
    sort: 'name',
    filters: ['system', 'level', 'courtType', 'state', 'isHistorical', 'efilingSystem'],
  },
})
export type EcfxJurisdiction = RowOf<typeof ecfxJurisdiction>
