import { longText } from '../fields/long-text.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const matter = defineResource('matter', {
  label: ['Matter', 'Matters'],
  route: '/matters',
  access: 'matterAccess',
  title: 'name',
  fields: {
    number: text(4, { required: true, max: 60, search: true }),
    name: text(5, { required: true, search: true }),
    clientId: reference(6, 'client', { required: true }),
    status: select(7, ['Open', 'Closed'], {
      required: true,
      default: 'Open',
      tones: { Open: 'ok', Closed: 'neutral' },
    }),
    description: longText(8, { max: 4000 }),
    billingTimekeeperId: reference(9, 'timekeeper'),
    supervisingTimekeeperId: reference(10, 'timekeeper'),
    originatingTimekeeperId: reference(11, 'timekeeper'),
    storagePolicyId: reference(12, 'storage_policy', { directs: 'to' }),
    locationId: reference(14, 'location'),
    practiceGroupId: reference(15, 'practice_group'),
    areaOfLawId: reference(16, 'area_of_law'),
    caseCount: number(13, {
      ...{ readOnly: true, isComputed: true, label: 'Cases' },
      workedOutOf: [['case', 'matter_id']],
    }),
  },
  steps: [
    { name: 'client', fields: ['clientId'] },
    { name: 'matterInfo', label: 'Matter info', fields: ['name', 'number', 'status', 'description'] },
    {
      name: 'timekeepers',
      fields: ['billingTimekeeperId', 'supervisingTimekeeperId', 'originatingTimekeeperId'],
    },
    {
      name: 'placeAndStorage',
      label: 'Place and storage policy',
      fields: ['locationId', 'practiceGroupId', 'areaOfLawId', 'storagePolicyId'],
    },
  ],
  tellsApart: ['number', 'clientId'],
  likeness: { name: 'name', number: 'number', with: ['clientId', 'status'] },
  deactivation: { field: 'status', value: 'Closed' },
  unique: [['number']],
  list: {
    columns: ['name', 'number', 'clientId', 'status', 'caseCount'],
    sort: 'name',
    sortable: ['name', 'number', 'status', 'createdAt', 'updatedAt'],
  },
})
export type Matter = RowOf<typeof matter>
