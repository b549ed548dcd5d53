import type { StoreAnswer, StoreRequest } from '../ways/store-http.ts'

/** Sends a request with the credential's sign-in. */
export type AskSigned = (request: Unsigned) => Promise<StoreAnswer>

/** An unsigned request. Its body may be opened more than once. */
export interface Unsigned extends Pick<StoreRequest, 'method' | 'url'> {
  headers: Readonly<Record<string, string>>
  body?: (() => AsyncIterable<Uint8Array>) | undefined
}
