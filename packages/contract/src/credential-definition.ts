import type { PermissionSubject } from './access.ts'
import { type CredentialKind, expiryWarningDays, kindsWithConnector } from './credential-kinds.ts'
import { boolean } from './fields/boolean.ts'
import { date } from './fields/date.ts'
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
export function defineCredential(name: CredentialKind, { settings, columns, ...spec }: CredentialSpec): Resource {
  return defineResource(name, {
    ...spec,
    access: 'firmAccess',
    title: 'name',
    isUndoable: false,
    fields: {
      name: text(4, {
        required: true,
        max: 120,
        search: true,
        ...(kindsWithConnector.includes(name) ? {} : { help: noConnector(spec.label[0]) }),
      }),
      ...settings,
      createFolders: boolean(5, { default: true, help: 'Folders that are not there are made.' }),
      folderCreationSyncDelay: number(6, {
        min: 0,
        max: 86_400,
        help: 'Seconds to wait after a folder was made, where it is there only later.',
      }),
      useAgent: boolean(7, { help: 'This version has no agent: it stores from this server, and this stays off.' }),
      expiresAt: date(8, {
        label: 'Expires on',
        help: `When the other side stops accepting it. The firm is reminded ${expiryWarningDays.join(' and ')} days before.`,
      }),
    },
    unique: [['name']],
    list: { columns: ['name', ...columns], sort: 'name' },
  } as Parameters<typeof defineResource>[1])
}

/** Where a system is reached. */
export const webAddress = {
  directsSecrets: true,
  max: 500,
  label: 'Base URL',
  pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
  patternCode: 'not_url',
} as const

function noConnector(label: string): string {
  return `This version cannot store with a ${label} yet: documents of a storage policy that names one are kept in Courtcrier only.`
}
