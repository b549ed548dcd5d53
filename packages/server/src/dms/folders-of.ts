import type { PlaceSettings } from './connector-kind.ts'

/** The folders of a credential that lead down to its root; what would lead up again is left out. */
export function foldersOf({ folderId }: Pick<PlaceSettings, 'folderId'>): string[] {
  return (folderId ?? '').split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
}
