import { StoreProblemError } from '../problems.ts'
import type { ServiceApi } from './service-api.ts'

interface PresignedUpload {
  /** From an answer of the service. */
  url: string
  headers?: Readonly<Record<string, string>>
  bytes: () => AsyncIterable<Uint8Array>
  size: number
  what: string
}

/** The address doesn't take the bytes, and won't take them later either. */
export class AddressRefusedError extends StoreProblemError {
  override name = 'AddressRefusedError'
  constructor(sentence: string) {
    super({ problem: 'transient', sentence })
  }
}

/** What storage behind such an address answers if it is too old or not meant for these bytes. */
const refusals = [400, 401, 403, 404, 405, 410, 411, 412]

/**
 * Sends bytes to an address that a service made for one upload. No sign-in is sent, and a refusal says nothing about
 * the credential: the next attempt asks for another address.
 */
export async function sendPresigned(
  api: ServiceApi,
  { url, headers, bytes, size, what }: PresignedUpload,
): Promise<void> {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new AddressRefusedError(`The DMS answered with no usable address for ${what}.`)
  const answer = await api.call({
    method: 'PUT',
    url: address,
    what,
    isPresigned: true,
    meant: refusals,
    body: { bytes, size },
    ...(headers ? { headers } : {}),
  })
  if (answer.status >= 300)
    throw new AddressRefusedError(`The address that the DMS gave for ${what} was refused (${answer.status}).`)
}
