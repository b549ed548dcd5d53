import { boolean } from '../fields/boolean.ts'
import { domainList } from '../fields/domain-list.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** How a case is made of a notice that belongs to none. */
export const autoCaseCreation = defineResource('auto_case_creation', {
  label: ['Auto case creation', 'Auto case creations'],
  route: '/auto-case-creation',
  access: 'firmAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    partyEmailDomains: domainList(5, { help: 'Whoever is served at one of these domains is assigned.' }),
    timekeepers: referenceList(6, 'timekeeper', { help: 'Assigned to every case that is made.' }),
    matterId: reference(7, 'matter', { help: 'Where the case is put until somebody moves it.' }),
    assignmentMaintenance: select(8, ['INITIAL_ONLY', 'ADD_NEW'], {
      required: true,
      default: 'INITIAL_ONLY',
      label: 'Timekeeper sync rule',
      valueLabels: { INITIAL_ONLY: 'When the case is made', ADD_NEW: 'Add new ones with every notice' },
    }),
    assignmentsIgnoreImportDeletion: boolean(9, {
      label: 'Assignments outlast imports',
      help: 'An import does not take these timekeepers off a case.',
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
