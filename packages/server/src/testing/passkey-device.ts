import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface DeviceOptions {
  origin: string
  /** Whether it says that it verified its user, by a PIN or a finger. */
  verifiesUser?: boolean
}

/** A device with one passkey, as a browser answers for it (WebAuthn Level 3, ES256, no attestation). */
export interface PasskeyDevice {
  register: (options: Readonly<Record<string, unknown>>) => Record<string, unknown>
  sign: (options: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** The number of signatures it reports next; 0 is a passkey that doesn't count. */
  counter: number
  origin: string
  verifiesUser: boolean
}

/** Returns a device without a passkey. */
export function makePasskeyDevice({ origin, verifiesUser = true }: DeviceOptions): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
  const device: PasskeyDevice = {
    counter: 0,
    origin,
    verifiesUser,
    register: ({ challenge, rp }) => {
      const attested = Buffer.concat([Buffer.alloc(16), uint(2, id.length), id, key])
      const authData = authenticatorData(device, String((rp as { id: string }).id), attested)
      return credential(id, {
        clientDataJSON: text(clientData('webauthn.create', challenge, device.origin)),
        attestationObject: text(attestationObject(authData)),
        transports: ['internal'],
      })
    },
    sign: ({ challenge, rpId }) => {
      const client = clientData('webauthn.get', challenge, device.origin)
      const authData = authenticatorData(device, String(rpId))
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return credential(id, {
        clientDataJSON: text(client),
        authenticatorData: text(authData),
        signature: text(signature),
      })
    },
  }
  return device
}

function credential(id: Buffer, response: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { id: text(id), rawId: text(id), type: 'public-key', response, clientExtensionResults: {} }
}

function clientData(type: string, challenge: unknown, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** WebAuthn Level 3, section 6.1. */
function authenticatorData({ counter, verifiesUser }: PasskeyDevice, rpId: string, attested?: Buffer): Buffer {
  const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested ? 0x40 : 0)
  return Buffer.concat([sha256(Buffer.from(rpId)), uint(1, flags), uint(4, counter), attested ?? Buffer.alloc(0)])
}

/** CBOR: { fmt: "none", attStmt: {}, authData }. */
function attestationObject(authData: Buffer): Buffer {
  const parts = [0xa3, cborText('fmt'), cborText('none'), cborText('attStmt'), 0xa0, cborText('authData')]
  return Buffer.concat([...parts.map(bytes), bytes(0x59), uint(2, authData.length), authData])
}

/** CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }, an EC2 key for ES256 on P-256. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01)
  return Buffer.concat([head, Buffer.of(0x21, 0x58, 32), x, Buffer.of(0x22, 0x58, 32), y])
}

function cborText(value: string): Buffer {
  return Buffer.concat([uint(1, 0x60 + value.length), Buffer.from(value)])
}

function bytes(part: number | Buffer): Buffer {
  return typeof part === 'number' ? uint(1, part) : part
}

function uint(size: number, value: number): Buffer {
  const made = Buffer.alloc(size)
  made.writeUIntBE(value, 0, size)
  return made
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function text(data: Buffer): string {
  return data.toString('base64url')
}
