import type { StoreAnswer, StoreRequest } from '../../stores/store-http.ts'

/** Asks with what the credential says of signing in. */
export type AskSigned = (request: Unsigned) => Promise<StoreAnswer>

/** A request that is not signed yet; its bytes may be asked for more than once. */
export interface Unsigned extends Pick<StoreRequest, 'method' | 'url'> {
  headers: Readonly<Record<string, string>>
  body?: (() => AsyncIterable<Uint8Array>) | undefined
}
