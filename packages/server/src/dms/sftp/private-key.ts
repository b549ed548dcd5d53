import { createPrivateKey, type KeyObject } from 'node:crypto'
import { problemError } from '../problems.ts'

/**
 * A private key in a form that the SSH client reads. It knows OpenSSH's own and the older PEM; of PKCS #8, which OpenSSL
 * writes today, RSA and EC keys are written as the older one. Any other text is given back as it is.
 */
export function readableKey(text: string, passphrase: string | null): string {
  const key = `${text.replace(/\r\n?/g, '\n').trim()}\n`
  if (!/^-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(key)) return key
  try {
    return olderForm(createPrivateKey({ key, ...(passphrase === null ? {} : { passphrase }) })) ?? key
  } catch {
    // Its messages are of OpenSSL's inside.
    throw unreadableKey()
  }
}

export function unreadableKey() {
  const sentence = 'The private key cannot be read: its form is not known, it is damaged, or its passphrase is wrong.'
  return problemError('auth', sentence)
}

function olderForm(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'pem' }).toString()
  if (key.asymmetricKeyType === 'ec') return key.export({ type: 'sec1', format: 'pem' }).toString()
  return undefined
}
