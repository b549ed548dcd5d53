import { everyone } from '../access.ts'
import { boolean } from '../fields/boolean.ts'
import { longText } from '../fields/long-text.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** Who can use a view: its owner, everyone with a role, or everyone at the firm. */
export const viewAudiences = ['self', 'role', 'firm'] as const

/** A saved setup of a table: its filters, order and layout. */
export const savedView = defineResource('saved_view', {
  label: ['Saved view', 'Saved views'],
  route: '/saved-views',
  access: '',
  subject: everyone,
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 60, search: true }),
    entity: text(5, { required: true, max: 60, label: 'Table' }),
    state: longText(6, { max: 8000, label: 'What it shows', help: "As in the table's URL." }),
    layout: longText(7, { max: 8000, help: 'Columns, their widths and the height of rows, as JSON.' }),
    audience: select(8, viewAudiences, {
      required: true,
      default: 'self',
      label: 'Who sees it',
      valueLabels: { self: 'Only its owner', role: 'A role', firm: 'The whole firm' },
    }),
    roleId: reference(9, 'user_security_role', { label: 'Role' }),
    ownerId: reference(10, 'user', { readOnly: true, label: 'Created by' }),
    isDefault: boolean(11, { label: 'Shown by default' }),
  },
  list: { columns: ['name', 'entity', 'audience', 'ownerId'], sort: 'name' },
})
export type SavedView = RowOf<typeof savedView>
