import type { PermissionSubject } from './access.ts'
import { type CredentialKind, driversWithAgent, expiryWarningDays, kindsWithAgent } from './credential-kinds.ts'
import { findSettingProblems } from './credential-rules.ts'
import { credentialSteps } from './credential-steps.ts'
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
  const { driver, ...own } = settings
  const hasAgent = kindsWithAgent.includes(name)
  const agent = hasAgent ? agentSettings(driver !== undefined) : {}
  return defineResource(name, {
    ...spec,
    access: 'firmAccess',
    title: 'name',
    isUndoable: false,
    rules: (entered) => findSettingProblems(name, entered),
    fields: {
      name: text(4, { required: true, max: 120, search: true }),
      ...(driver ? { driver } : {}),
      ...(hasAgent ? { ...agent, ...withoutAgent(own) } : own),
      createFolders: boolean(5, { default: true, help: 'Missing folders are created.' }),
      folderCreationSyncDelay: number(6, {
        min: 0,
        max: 86_400,
        help: 'Seconds to wait after a folder is created, for a DMS that needs time to make it available.',
      }),
      ...(hasAgent ? {} : { useAgent: noAgent }),
      expiresAt: date(8, {
        label: 'Expires on',
        help: `When the DMS stops accepting it. The firm is reminded ${expiryWarningDays.join(' and ')} days before.`,
      }),
    },
    steps: credentialSteps({
      leading: [...(driver ? ['driver'] : []), ...Object.keys(agent)],
      settings: own,
      shared: ['createFolders', 'folderCreationSyncDelay', ...(hasAgent ? [] : ['useAgent']), 'expiresAt'],
    }),
    unique: [['name']],
    list: { columns: ['name', ...columns], sort: 'name' },
  } as Parameters<typeof defineResource>[1])
}

/** For kinds without one: programs know it, and forms show it only if it was turned on. */
const noAgent = boolean(7, {
  onlyWith: { key: 'useAgent', values: ['true'] },
  help: 'Stays off: this DMS is on the internet, and an agent is for those that are not.',
})

/** Which agent saves, and by which of the credentials that are kept there. */
function agentSettings(hasTypes: boolean) {
  const onlyWith = { key: 'useAgent', values: ['true'] }
  return {
    useAgent: boolean(7, {
      ...(hasTypes ? { onlyWith: { key: 'driver', values: driversWithAgent } } : {}),
      directs: 'to',
      help: "An agent in the firm's network saves the documents. The address and password are kept there, not here.",
    }),
    agent: text(9, {
      ...{ onlyWith, directs: 'to', max: 120 },
      help: 'Its name, as Firm information lists it under Agents.',
    }),
    agentCredential: text(10, {
      ...{ onlyWith, directs: 'to', max: 120 },
      label: 'Credential at the agent',
      help: 'The name it was given there by: courtcrier agent credential set NAME.',
    }),
  } as const
}

/** Settings that are kept at the agent instead while one is used. What is needed otherwise, `credential-needs.ts` says. */
function withoutAgent(settings: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, { required, notWith = [], ...field }]) => [
      key,
      {
        notWith: [{ useAgent: ['true'] }, ...notWith],
        ...field,
        ...(required && field.default !== undefined ? { required } : {}),
      },
    ]),
  )
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
