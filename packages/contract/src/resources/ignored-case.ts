import { caseStatuses } from '../case-statuses.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** A case the firm receives no notifications about. */
export const ignoredCase = defineResource('ignored_case', {
  label: ['Ignored case', 'Ignored cases'],
  route: '/ignored-cases',
  access: 'ignoredCaseAccess',
  title: 'caseNumber',
  fields: {
    caseNumber: text(4, {
      required: true,
      max: 120,
      search: true,
      help: "The docket number, or the case's full name if you don't have one, such as Calder v. Northgate: then every case with exactly these parties in the court is ignored.",
    }),
    name: text(5, {
      max: 500,
      search: true,
      help: 'If entered, a notice whose case has none of these parties is processed despite the number.',
    }),
    ecfxJurisdictionId: reference(6, 'ecfx_jurisdiction', { required: true, idKind: 'text', label: 'Court' }),
    ignoredByStatus: select(7, caseStatuses, {
      moreIn: 'caseStatuses',
      help: 'Only while the case has this status; always if empty.',
    }),
    ignoredByEmailDomain: text(8, {
      max: 253,
      pattern: /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
      patternCode: 'not_domain',
      help: 'Only notices from this domain; from anywhere if empty.',
    }),
  },
  unique: [['ecfxJurisdictionId', 'caseNumber']],
  list: {
    columns: ['caseNumber', 'name', 'ecfxJurisdictionId', 'ignoredByStatus', 'ignoredByEmailDomain'],
    sort: 'caseNumber',
  },
})
