import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, specifiersOf } from './walls.ts'

interface Registry {
  registry: string
  folder: string
  /** Returns whether a file (or folder) of `folder` must be listed; looks at its text if names aren't enough. */
  isMember: (name: string, text: string) => boolean
  /** The file the registry imports from a folder; the entry itself if absent. */
  entry?: string
}

const registries: readonly Registry[] = [
  {
    registry: 'packages/contract/src/resources/registry.ts',
    folder: 'packages/contract/src/resources',
    isMember: (_, text) => text.includes('defineResource('),
  },
  {
    registry: 'packages/contract/src/fields/registry.ts',
    folder: 'packages/contract/src/fields',
    isMember: (_, text) => /^export const \w+Kind: FieldKind\b/m.test(text),
  },
  {
    registry: 'packages/console/src/fields/registry.ts',
    folder: 'packages/console/src/fields',
    isMember: (_, text) => /^export const \w+: FieldControl\b/m.test(text),
  },
  {
    registry: 'packages/console/src/screens/registry.ts',
    folder: 'packages/console/src/screens',
    isMember: (name) => !publicScreens.has(name),
    entry: '*Screen.tsx',
  },
  {
    registry: 'packages/console/src/screens/registry.ts',
    folder: 'packages/console/src/screens',
    isMember: () => true,
    entry: 'face.ts',
  },
  {
    registry: 'packages/server/src/notices/pipeline/pipeline.ts',
    folder: 'packages/server/src/notices/pipeline/stages',
    isMember: () => true,
  },
  {
    registry: 'packages/server/src/notices/pipeline/records.ts',
    folder: 'packages/server/src/notices/pipeline/records',
    isMember: () => true,
  },
  {
    registry: 'packages/server/src/behaviours/registry.ts',
    folder: 'packages/server/src/behaviours',
    isMember: (_, text) => /^export const \w+: Behaviour\b/m.test(text),
  },
  {
    registry: 'packages/server/src/courts/registry.ts',
    folder: 'packages/server/src/courts/formats',
    isMember: () => true,
    entry: 'parser.ts',
  },
  {
    registry: 'packages/server/src/outbox/kinds.ts',
    folder: 'packages/server/src/outbox',
    isMember: () => true,
    entry: 'kind.ts',
  },
  {
    registry: 'packages/connectors/src/registry.ts',
    folder: 'packages/connectors/src',
    isMember: () => true,
    entry: 'index.ts',
  },
  {
    registry: 'packages/server/src/commands/program.ts',
    folder: 'packages/server/src/commands',
    isMember: (_, text) => /^export function \w+Command\b/m.test(text),
  },
]

/** Screens before the login or between it and the pages behind it, which the router places itself. */
const publicScreens = new Set(['login', 'public-document', 'second-factors', 'sign-ins'])

test.each(registries)('$registry lists everything in $folder', ({ registry, folder, isMember, entry }) => {
  const listed = specifiersOf(readFileSync(path.join(root, registry), 'utf8'))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(registry), specifier))
  const members = membersOf(folder, isMember, entry)
  expect(members.length).toBeGreaterThan(0)
  const missing = members.filter((member) => !listed.some((file) => file === member || file.startsWith(`${member}/`)))
  expect(missing).toEqual([])
})

function membersOf(folder: string, isMember: Registry['isMember'], entry: string | undefined): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((found) => (entry === undefined ? isProgram(found.name) : found.isDirectory()))
    .filter(({ name }) =>
      isMember(name, entry === undefined ? readFileSync(path.join(root, folder, name), 'utf8') : ''),
    )
    .map(({ name }) => path.posix.join(folder, name))
    .filter((member) => entry === undefined || hasEntry(member, entry))
    .map((member) => (entry === undefined || entry.startsWith('*') ? member : `${member}/${entry}`))
}

function isProgram(name: string): boolean {
  return /\.tsx?$/.test(name) && !/\.(test|suite)\.tsx?$|^registry\.ts$/.test(name)
}

/**
 * Returns whether the folder has an entry file; one without isn't of the registry's kind, such as a folder of helpers.
 */
function hasEntry(folder: string, entry: string): boolean {
  if (!entry.startsWith('*')) return existsSync(path.join(root, folder, entry))
  return readdirSync(path.join(root, folder)).some((name) => name.endsWith(entry.slice(1)))
}
