import { longText } from '../fields/long-text.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { givenHelp, text } from '../fields/text.ts'
import { defineResource } from '../resource.ts'

/** A restriction on who may see records of a matter or a client. */
export const ethicalWall = defineResource('ethical_wall', {
  label: ['Ethical wall', 'Ethical walls'],
  route: '/ethical-walls',
  access: 'firmAccess',
  title: 'name',
  isUndoable: false,
  fields: {
    name: text(4, { given: 'numbered', max: 200, search: true, help: givenHelp }),
    wallType: select(5, ['INCLUSIONARY', 'EXCLUSIONARY'], {
      required: true,
      default: 'EXCLUSIONARY',
      label: 'Type',
      valueLabels: {
        INCLUSIONARY: 'Only these timekeepers may see it',
        EXCLUSIONARY: 'These timekeepers may not see it',
      },
    }),
    matterId: reference(6, 'matter'),
    clientId: reference(7, 'client', { help: 'A wall around a client includes all of its matters.' }),
    timekeeperIds: referenceList(8, 'timekeeper', { minItems: 1, label: 'Timekeepers' }),
    description: longText(9, { max: 4000 }),
  },
  unique: [['name']],
  list: { columns: ['name', 'wallType', 'matterId', 'clientId', 'timekeeperIds'], sort: 'name' },
})
