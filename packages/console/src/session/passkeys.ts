import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** WebAuthn's own JSON, as the server sends and takes it. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

/** Whether the browser has passkeys here: over TLS or on this computer, and under a host name. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(window.location.hostname)
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress
}

/** Makes a passkey. Throws an error with the key of its text when the user or the browser doesn't want to. */
export async function createPasskey(options: WebAuthnJson): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON }).catch(explain)) }
}

/** Signs with a passkey. Throws as `createPasskey` does. */
export async function signWithPasskey(options: WebAuthnJson): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON }).catch(explain)) }
}

/** The browser says in English, and at length, that the user closed its dialog. */
function explain(cause: unknown): never {
  const { name, code } = cause as { name?: string; code?: string }
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new Error('factor.hasPasskey', { cause })
  if (name === 'SecurityError') throw new Error('factor.wrongHost', { cause })
  throw new Error('factor.noPasskey', { cause })
}
