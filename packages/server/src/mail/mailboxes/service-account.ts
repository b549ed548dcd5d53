import { createPrivateKey } from 'node:crypto'

/** A Google service account's key, as far as signing in needs it. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
  keyId: string | undefined
}

/** Reads the key file that Google's console makes. Throws when it is no such file. */
export function parseServiceAccount(json: string): ServiceAccount {
  const { client_email: clientEmail, private_key: privateKey, private_key_id: keyId } = JSON.parse(json)
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string') throw new Error('not a service account')
  createPrivateKey(privateKey)
  return { clientEmail, privateKey, keyId: typeof keyId === 'string' ? keyId : undefined }
}
