import { boolean } from '../fields/boolean.ts'
import { domainList } from '../fields/domain-list.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { givenHelp, text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** Settings for creating a case from a notice that has none. */
export const autoCaseCreation = defineResource('auto_case_creation', {
  label: ['Auto case creation', 'Auto case creations'],
  route: '/auto-case-creation',
  access: 'firmAccess',
  title: 'name',
  fields: {
    name: text(4, { given: 'numbered', max: 120, search: true, help: givenHelp }),
    partyEmailDomains: domainList(5, { help: 'Timekeepers served at one of these domains are assigned.' }),
    timekeepers: referenceList(6, 'timekeeper', { help: 'Assigned to every new case.' }),
    matterId: reference(7, 'matter', { help: 'The matter of a new case until someone moves it.' }),
    assignmentMaintenance: select(8, ['INITIAL_ONLY', 'ADD_NEW'], {
      required: true,
      default: 'INITIAL_ONLY',
      label: 'Timekeeper sync rule',
      valueLabels: { INITIAL_ONLY: 'When the case is created', ADD_NEW: 'Add new ones with every notice' },
    }),
    assignmentsIgnoreImportDeletion: boolean(9, {
      label: 'Keep assignments on import',
      help: "An import doesn't remove these timekeepers from a case.",
    }),
  },
  steps: [
    { name: 'creation', label: 'Name and matter', fields: ['name', 'matterId'] },
    {
      name: 'timekeepers',
      fields: ['timekeepers', 'partyEmailDomains', 'assignmentMaintenance', 'assignmentsIgnoreImportDeletion'],
    },
  ],
  unique: [['name']],
  list: { columns: ['name', 'partyEmailDomains', 'timekeepers', 'matterId', 'assignmentMaintenance'], sort: 'name' },
})
