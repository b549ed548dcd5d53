import { type Attack, inAssertion } from './saml-attacks.ts'
import { signer } from './saml-browser.ts'

const refusal = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">
  <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>
  <samlp:StatusMessage>The user is
  not assigned.</samlp:StatusMessage></samlp:Status>`

/** Responses by which the provider itself refuses, with the reason that is to be seen. */
export const refused: readonly Attack[] = [
  [
    'the provider refused',
    {
      beforeSigning: (xml) => inAssertion(xml, () => '').replace('status:Success', 'status:Responder'),
      signers: { response: signer },
    },
    /refuses the sign-in \(Responder\)\.$/,
  ],
  [
    'the provider refused with its reason, unsigned and to no address',
    {
      beforeSigning: (xml) =>
        inAssertion(xml, () => '')
          .replace(/ Destination="[^"]+"/, '')
          .replace(/<samlp:Status>.*<\/samlp:Status>/, refusal),
      signers: {},
    },
    /refuses the sign-in \(Responder, AuthnFailed\): The user is not assigned\.$/,
  ],
  [
    'the provider refused, and an encrypted assertion came along',
    {
      beforeSigning: (xml) =>
        inAssertion(xml, () => '<saml:EncryptedAssertion/>').replace('status:Success', 'status:Responder'),
      signers: { response: signer },
    },
    /but its status is .*Responder, which is no success/,
  ],
]
