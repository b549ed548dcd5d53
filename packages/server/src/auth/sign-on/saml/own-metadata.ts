import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
/** How Courtcrier is known at a firm's providers: its own name, and where responses are sent. */
export interface OwnNames {
  /** The address of Courtcrier's metadata, which is also its entity ID. */
  entityId: string
  /** The assertion consumer service. */
  acsUrl: string
}

/** Returns the names, which follow from the address of the firm's console. */
export function ownNames(redirectUri: string): OwnNames {
  const base = redirectUri.replace(/\/callback$/, '')
  return { entityId: `${base}/saml/metadata`, acsUrl: `${base}/saml` }
}

/** Returns Courtcrier's metadata for providers that read them (SAML 2.0 Metadata, section 2.4.4). */
export function ownMetadata({ entityId, acsUrl }: OwnNames): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeMarkup(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeMarkup(acsUrl)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}
