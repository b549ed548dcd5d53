import type { PlaceSettings } from './connector-kind.ts'

/** The folders between a credential's base and its root, without any that would lead up again. */
export function foldersOf({ folderId }: Pick<PlaceSettings, 'folderId'>): string[] {
  return (folderId ?? '').split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
}
