import { type AnyRow, secretsSet } from '@courtcrier/contract/resource.ts'
import type { Save } from './behaviour.ts'

/**
 * Returns whether a row has a secret after a save: entered with it, restored by an undo, which never opens it, or saved
 * before.
 */
export function hasSecretAfter({ values, current }: Pick<Save, 'values' | 'current'>, key: string): boolean {
  const restored = setIn(values)
  if (restored && (!current || Object.hasOwn(values, key))) return restored.includes(key)
  return Object.hasOwn(values, key) ? Boolean(values[key]) : (setIn(current)?.includes(key) ?? false)
}

function setIn(row: AnyRow | undefined): readonly string[] | undefined {
  return (row as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet]
}
