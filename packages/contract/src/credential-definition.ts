import type { PermissionSubject } from './access.ts'
import { type CredentialKind, expiryWarningDays } from './credential-kinds.ts'
import { boolean } from './fields/boolean.ts'
import { date } from './fields/date.ts'
import type { Field } from './fields/field.ts'
import { number } from './fields/number.ts'
import { text } from './fields/text.ts'
import { defineResource, type Resource } from './resource.ts'

interface CredentialSpec {
  label: readonly [string, string]
  route: string
  /** The permission that governs it; defaults to the one with its own name. */
  subject?: PermissionSubject
  /** Settings of the kind; their numbers start at 20. */
  settings: Readonly<Record<string, Field>>
  /** Settings shown in its table. */
  columns: readonly string[]
}

/**
 * Defines a kind of credentials for a system where copies are saved: fields all kinds share, and the kind's own
 * settings.
 */
export function defineCredential(name: CredentialKind, { settings, columns, ...spec }: CredentialSpec): Resource {
  return defineResource(name, {
    ...spec,
    access: 'firmAccess',
    title: 'name',
    isUndoable: false,
    fields: {
      name: text(4, { required: true, max: 120, search: true }),
      ...settings,
      createFolders: boolean(5, { default: true, help: 'Missing folders are created.' }),
      folderCreationSyncDelay: number(6, {
        min: 0,
        max: 86_400,
        help: 'Seconds to wait after a folder is created, for a DMS that needs time to make it available.',
      }),
      useAgent: boolean(7, { help: 'This version has no agent: it saves from this server, and this stays off.' }),
      expiresAt: date(8, {
        label: 'Expires on',
        help: `When the DMS stops accepting it. The firm is reminded ${expiryWarningDays.join(' and ')} days before.`,
      }),
    },
    unique: [['name']],
    list: { columns: ['name', ...columns], sort: 'name' },
  } as Parameters<typeof defineResource>[1])
}

/** The address of a system. */
export const webAddress = {
  directs: 'to',
  directsSecrets: true,
  max: 500,
  label: 'Base URL',
  pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
  patternCode: 'not_url',
} as const
