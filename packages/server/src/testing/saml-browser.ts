import { inflateRawSync } from 'node:zlib'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { ApiAnswer, TestApi } from './api.ts'
import { type ResponseValues, samlMetadata, samlResponse, samlSigner } from './saml-response.ts'
import { collect } from './sign-on-browser.ts'

export const idpEntityId = 'https://idp.example/saml'
export const idpSignInUrl = 'https://idp.example/saml/sign-in'
export const spEntityId = 'https://one.example/api/v1/sso/saml/metadata'
export const acsUrl = 'https://one.example/api/v1/sso/saml'
export const signer = samlSigner('signer')
export const otherSigner = samlSigner('other-signer')

/** Adds a SAML provider to the first firm, trusted for its domain, and returns its ID. */
export async function addSamlProvider(api: TestApi, values: AnyRow = {}): Promise<string> {
  const metadata = samlMetadata(idpEntityId, idpSignInUrl, [signer])
  const body = { name: 'Sign in with SAML', protocol: 'SAML', metadata, trusted_domains: ['one.example'], ...values }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/identity_provider', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

/** A browser that was sent to the provider. */
export interface SamlVisit {
  requestId: string
  relayState: string
  /** The Cookie header it sends to the console's own calls. */
  cookie: string
  request: string
}

export async function visitSaml(
  api: TestApi,
  id: string,
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<SamlVisit> {
  const started = await api.call({ url: `/api/v1/sso/${id}/start${isFresh ? '?fresh=true' : ''}` })
  expect(started.status, started.text).toBe(302)
  return sentTo(String(started.headers.location), started)
}

/** Reads the request that an address takes to the provider. */
export function sentTo(address: string, answer: ApiAnswer): SamlVisit {
  const { searchParams } = new URL(address)
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const requestId = /\bID="([^"]+)"/.exec(request)?.[1] ?? ''
  return { requestId, relayState: searchParams.get('RelayState') ?? '', cookie: cookiesAfter(answer), request }
}

/** Returns the Cookie header of a browser after an answer: what it held, and what the answer sets. */
export function cookiesAfter({ headers: { 'set-cookie': lines = [] } }: ApiAnswer, held = ''): string {
  const pairs = [lines].flat().map((line) => String(line).split(';')[0] ?? '')
  return [held, ...pairs].filter(Boolean).join('; ')
}

let count = 0

/** Returns what an honest provider answers to a visit, but for the given values. */
export function responseTo(visit: Pick<SamlVisit, 'requestId'>, values: Partial<ResponseValues>): string {
  count += 1
  return samlResponse({
    ...{ entityId: idpEntityId, acsUrl, audience: spEntityId, requestId: visit.requestId },
    ...{ nameId: 'someone', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', attributes: {} },
    ...{ id: `x${count}x${Date.now()}`, from: -30, until: 300, hash: 'sha256' as const },
    signers: { response: signer, assertion: signer },
    beforeSigning: (xml) => xml,
    afterSigning: (xml) => xml,
    ...values,
  })
}

/** Posts a response as the provider's page makes the browser do, without cookies. */
export async function postResponse(api: TestApi, xml: string, relayState: string): Promise<ApiAnswer> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState })
  const headers = { origin: 'https://idp.example', 'content-type': 'application/x-www-form-urlencoded' }
  return api.call({ method: 'POST', url: '/api/v1/sso/saml', headers, body: form.toString() })
}

/** Brings a response back in the browser that began, and collects its result there, as the login page does. */
export async function bringBack(api: TestApi, visit: SamlVisit, xml: string): Promise<ApiAnswer> {
  const posted = await postResponse(api, xml, visit.relayState)
  expect(posted.status, posted.text).toBe(303)
  return collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted, visit.cookie), firm: 1 })
}

/** Signs in by a provider whose response has these values. */
export async function signInBySaml(api: TestApi, id: string, values: Partial<ResponseValues>): Promise<ApiAnswer> {
  const visit = await visitSaml(api, id)
  return bringBack(api, visit, responseTo(visit, values))
}

/** Returns the event log's sentence about the last sign-in that failed. */
export async function lastReason({ services }: TestApi): Promise<string> {
  const { rows } = await withFirm(services.database, 1, (trx) =>
    sql<{ sentence: string }>`
      select sentence from system_events where action = 'sign_on_failed' order by id desc limit 1`.execute(trx),
  )
  return rows[0]?.sentence ?? ''
}
