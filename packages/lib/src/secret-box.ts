import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createWhole } from './atomic-file.ts'

/** Encrypts with AES-256-GCM: version byte, 12 bytes nonce, 16 bytes tag, ciphertext. */
export interface SealingBox {
  /** A secret sealed for a destination opens only for that destination. */
  seal: (text: string, destination?: string) => Uint8Array
  /** Throws when the bytes were sealed with another key or for another destination, or were altered. */
  open: (sealed: Uint8Array, destination?: string) => string
}

/** Without a destination; also anything sealed before destinations existed, resealed at the next start. */
const version = 1
const versionWithDestination = 2

export function makeSecretBox(key: Uint8Array): SealingBox {
  if (key.length !== 32) throw new Error('the secret key must have 32 bytes')
  return {
    seal: (text, destination) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      if (destination !== undefined) cipher.setAAD(Buffer.from(destination))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([
        Buffer.of(destination === undefined ? version : versionWithDestination),
        nonce,
        cipher.getAuthTag(),
        body,
      ])
    },
    open: (sealed, destination) => {
      const bytes = Buffer.from(sealed)
      const isBound = bytes[0] === versionWithDestination
      if ((!isBound && bytes[0] !== version) || bytes.length < 29)
        throw new Error('this was not sealed by this program')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
      // With another destination, or an altered version byte, the tag doesn't verify.
      if (isBound) decipher.setAAD(Buffer.from(destination ?? ''))
      decipher.setAuthTag(bytes.subarray(13, 29))
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8')
    },
  }
}

/** Whether a sealed secret opens only for one destination. */
export function isBoundSeal(sealed: Uint8Array): boolean {
  return sealed[0] === versionWithDestination
}

/** 32 bytes written as hexadecimal or base64; undefined when the text is neither. */
export function parseKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}

/** The key from a file that only its owner can read; created on the first call. */
export async function keyFromFile(file: string): Promise<Uint8Array> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  if (!(await createWhole(file, randomBytes(32).toString('hex')))) await chmod(file, 0o600)
  const key = parseKey((await readFile(file, 'utf8')).trim())
  if (!key) throw new Error(`${file} does not hold a key of 32 bytes in hexadecimal`)
  return key
}
