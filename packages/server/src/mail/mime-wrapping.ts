import type { Structured } from './mime-headers.ts'

/** A part that is no file of its own but the message in a wrapping that Courtcrier cannot open. */
interface Wrapping {
  type: Structured
  fileName: string | undefined
  content: Buffer
}

/** A sentence for people when the part hides the message: Outlook's own format, or a signed or encrypted envelope. */
export function describeWrapping({ type, fileName = '', content }: Wrapping): string | undefined {
  if (isTnef(type, fileName, content)) {
    return "This message was sent in Outlook's own format (winmail.dat), which Courtcrier cannot open; what is in there is not shown here. Ask the sender to forward it as HTML or plain text, or open winmail.dat by hand."
  }
  const isEnvelope = /^application\/(?:x-)?pkcs7-mime$/.test(type.value) || /\.p7m$/i.test(fileName)
  if (!isEnvelope) return undefined
  const kind = type.parameters.get('smime-type')?.toLowerCase() ?? kindOf(content)
  return kind === 'signed-data'
    ? 'This message is wrapped in an S/MIME signature (smime.p7m), which Courtcrier cannot open; what is in there is not shown here. Ask the sender to forward it unsigned, or open smime.p7m by hand.'
    : 'This message is encrypted (S/MIME, smime.p7m), and only its recipient can open it. Open it in the mail program and forward it unencrypted.'
}

/** TNEF begins with the bytes of 0x223E9F78, lowest first (MS-OXTNEF, section 2.1.3.3). */
const tnefSignature = Buffer.from([0x78, 0x9f, 0x3e, 0x22])

function isTnef({ value }: Structured, fileName: string, content: Buffer): boolean {
  if (value === 'application/ms-tnef' || value === 'application/vnd.ms-tnef') return true
  return /^winmail\.dat$/i.test(fileName) || content.subarray(0, 4).equals(tnefSignature)
}

/** The object identifier of CMS signed data, 1.2.840.113549.1.7.2, as it stands at the beginning of the envelope. */
const signedData = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02])

function kindOf(content: Buffer): string {
  return content.subarray(0, 64).includes(signedData) ? 'signed-data' : 'enveloped-data'
}
