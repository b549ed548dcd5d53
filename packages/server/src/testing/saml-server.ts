import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { samlMetadata, samlResponse, samlSigner } from './saml-response.ts'

/** An identity provider with SAML in this process, at which everyone is signed in at once. */
export interface SamlServer {
  metadataUrl: string
  /** Who signs in from now on. */
  signInAs: (nameId: string, attributes: Readonly<Record<string, readonly string[]>>) => void
  stop: () => Promise<void>
}

/** Starts a provider; it sends browsers back to where their request says. */
export async function startSamlServer(): Promise<SamlServer> {
  const signer = samlSigner('signer')
  const person = { nameId: '', attributes: {} as Readonly<Record<string, readonly string[]>> }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/metadata') return response.end(samlMetadata(entityId, `${origin}/sign-in`, [signer]))
    response.setHeader('content-type', 'text/html')
    return response.end(formFor(url.searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${origin}/metadata`
  let count = 0
  const formFor = (asked: URLSearchParams) => {
    const request = inflateRawSync(Buffer.from(asked.get('SAMLRequest') ?? '', 'base64')).toString()
    const acsUrl = /AssertionConsumerServiceURL="([^"]+)"/.exec(request)?.[1] ?? ''
    count += 1
    const xml = samlResponse({
      ...{ entityId, acsUrl, audience: /<saml:Issuer[^>]*>([^<]+)</.exec(request)?.[1] ?? '' },
      ...{ requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '', ...person },
      ...{
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        id: `n${count}`,
        from: -30,
        until: 300,
      },
      ...{ signers: { response: signer, assertion: signer }, hash: 'sha256' },
      beforeSigning: (each) => each,
      afterSigning: (each) => each,
    })
    const relayState = asked.get('RelayState') ?? ''
    return `<!doctype html><form method="post" action="${acsUrl}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}"><input type="hidden" name="RelayState" value="${relayState}"></form><script>document.forms[0].submit()</script>`
  }
  return {
    metadataUrl: entityId,
    signInAs: (nameId, attributes) => Object.assign(person, { nameId, attributes }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
