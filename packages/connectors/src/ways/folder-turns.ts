/**
 * Turns at making one folder, of which there is one at a time in all processes: where names repeat, two that look and
 * then make it would leave two.
 */
export interface FolderTurns {
  run: <T>(key: FolderKey, work: () => Promise<T>) => Promise<T>
}

export interface FolderKey {
  firmId: number
  credentialId: string
  parentId: string
  name: string
}
