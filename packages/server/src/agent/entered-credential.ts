import { noSettings } from '@courtcrier/connectors/connector-kind.ts'
import { neededSettings } from '@courtcrier/contract/credential-needs.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { AgentError } from './agent-folder.ts'

interface AgentKind {
  kind: string
  driver: string | null
}

/** What an agent can save to, by the word that is typed. */
export const agentKinds: Readonly<Record<string, AgentKind>> = {
  folder: { kind: 'generic_credential', driver: 'FILE_SYSTEM' },
  webdav: { kind: 'generic_credential', driver: 'WEBDAV' },
  sftp: { kind: 'generic_credential', driver: 'SFTP' },
  sharepoint: { kind: 'sharepoint_server_credential', driver: null },
  imanage: { kind: 'imanage_server_credential', driver: null },
}

/** A setting that a kind has. */
export interface KnownSetting {
  /** As it is typed: base_url. */
  name: string
  isSecret: boolean
  /** Several lines, such as a private key, are read from a file. */
  isLong: boolean
}

/** Returns the settings of a kind, as the server's own credentials of that kind have them. */
export function settingsOf(word: string): readonly KnownSetting[] {
  return [...fieldsOf(kindNamed(word))].map(([key, field]) => ({
    name: snakeCase(key),
    isSecret: field.kind === 'secret',
    isLong: field.isLong === true,
  }))
}

/** Reads what was entered for a credential. Throws a sentence about the first thing that is wrong. */
export function readEntered(word: string, entered: ReadonlyMap<string, string>) {
  const known = kindNamed(word)
  const fields = fieldsOf(known)
  const settings: Record<string, unknown> = {}
  const secrets: Record<string, string> = {}
  for (const [name, text] of entered) {
    const key = camelCase(name)
    const field = fields.get(key)
    if (!field) throw new AgentError(`There is no setting "${name}" for ${word}. It has: ${namesOf(word)}.`)
    const checked = validateValue(field, kindOf(field).fromCsv(text))
    if ('code' in checked) throw new AgentError(`${name}: ${describeProblem(checked.code)}`)
    if (field.kind === 'secret') secrets[key] = String(checked.value)
    else settings[key] = checked.value
  }
  const row = { ...defaultsOf(fields), ...settings, ...secrets, driver: known.driver }
  const missing = neededSettings(known.kind, row).find((key) => isAbsent((row as Record<string, unknown>)[key]))
  if (missing !== undefined) throw new AgentError(`${snakeCase(missing)} is missing. ${word} has: ${namesOf(word)}.`)
  return { ...known, settings: { ...defaultsOf(fields), ...settings }, secrets }
}

function kindNamed(word: string): AgentKind {
  const found = agentKinds[word]
  if (!found) throw new AgentError(`There is no type "${word}". There are: ${Object.keys(agentKinds).join(', ')}.`)
  return found
}

/** The settings that a connector of the kind reads. */
function fieldsOf({ kind, driver }: AgentKind): ReadonlyMap<string, Field> {
  const { fields }: Resource = getResource(kind)
  return new Map(
    Object.entries(fields).filter(([key, { onlyWith }]) => {
      const isOfType = driver === null || onlyWith?.key !== 'driver' || onlyWith.values.includes(driver)
      return Object.hasOwn(noSettings, key) && isOfType
    }),
  )
}

function defaultsOf(fields: ReadonlyMap<string, Field>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...fields].flatMap(([key, field]) => ('default' in field ? [[key, field.default]] : [])))
}

function namesOf(word: string): string {
  return settingsOf(word)
    .map(({ name }) => name)
    .join(', ')
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
