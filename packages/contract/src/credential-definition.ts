import type { PermissionSubject } from './access.ts'
import { boolean } from './fields/boolean.ts'
import type { Field } from './fields/field.ts'
import { number } from './fields/number.ts'
import { text } from './fields/text.ts'
import { defineResource, type Resource } from './resource.ts'

interface CredentialSpec {
  label: readonly [string, string]
  route: string
  /** The permission that governs it; the one of its own name when absent. */
  subject?: PermissionSubject
  /** Settings of the kind; their numbers begin at 20. */
  settings: Readonly<Record<string, Field>>
  /** Settings that its table shows. */
  columns: readonly string[]
}

/** A kind of credentials for a system that copies are stored in: what all kinds have, and the kind's own settings. */
export function defineCredential(name: string, { settings, columns, ...spec }: CredentialSpec): Resource {
  return defineResource(name, {
    ...spec,
    access: 'firmAccess',
    title: 'name',
    isUndoable: false,
    fields: {
      name: text(4, { required: true, max: 120, search: true, help: noConnector }),
      ...settings,
      createFolders: boolean(5, { default: true, help: 'Folders that are not there are made.' }),
      folderCreationSyncDelay: number(6, {
        min: 0,
        max: 86_400,
        help: 'Seconds to wait after a folder was made, where it is there only later.',
      }),
      useAgent: boolean(7, { help: "Through an agent in the firm's own network." }),
    },
    unique: [['name']],
    list: { columns: ['name', ...columns], sort: 'name' },
  } as Parameters<typeof defineResource>[1])
}

/** Where a system is reached. */
export const webAddress = {
  max: 500,
  label: 'Base URL',
  pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
  patternCode: 'not_url',
} as const

const noConnector =
  'This version cannot store with credentials yet: documents of a storage policy that names them are kept in Courtcrier only.'
