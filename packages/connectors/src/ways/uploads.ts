/** Uploads of several steps that a crash may interrupt, so that the next attempt goes on where the last one stood. */
export interface Uploads {
  /** Returns what was kept last; undefined if nothing was, or if it is older than any service keeps an upload. */
  find: (key: UploadKey) => Promise<unknown>
  /** Keeps where an upload stands. It is sealed, because addresses to upload to are as good as a password. */
  keep: (key: UploadKey, state: object) => Promise<void>
  forget: (key: UploadKey) => Promise<void>
}

/** No service keeps an upload under way for longer, in days. */
export const longestUploadDays = 7

export interface UploadKey {
  firmId: number
  credentialId: string
  /** The copy's own key, the same for every attempt. */
  idempotencyKey: string
}
