/** Uploads of several steps that a crash may interrupt, so that the next attempt goes on where the last one stood. */
export interface Uploads {
  /** Returns what was kept last; undefined if nothing was, or if it is older than any service keeps an upload. */
  find: (key: UploadKey) => Promise<unknown>
  /** Keeps where an upload stands. It is sealed, because addresses to upload to are as good as a password. */
  keep: (key: UploadKey, state: object) => Promise<void>
  forget: (key: UploadKey) => Promise<void>
}

interface Uploading {
  place: Pick<UploadKey, 'firmId' | 'credentialId'>
  uploads: Uploads
}

/** Returns what forgets the upload of a file that is there: an attempt that was stopped at its end has left the record. */
export function forgettingUploads({ place: { firmId, credentialId }, uploads }: Uploading) {
  return ({ idempotencyKey }: Pick<UploadKey, 'idempotencyKey'>): Promise<void> =>
    uploads.forget({ firmId, credentialId, idempotencyKey })
}

/** No service keeps an upload under way for longer, in days. */
export const longestUploadDays = 7

export interface UploadKey {
  firmId: number
  credentialId: string
  /** The copy's own key, the same for every attempt. */
  idempotencyKey: string
}
