import type { Structured } from './mime-headers.ts'

/** TNEF begins with the bytes of 0x223E9F78 in little-endian order (MS-OXTNEF, section 2.1.3.3). */
const tnefSignature = Buffer.from([0x78, 0x9f, 0x3e, 0x22])

/** The object identifier of CMS signed data, 1.2.840.113549.1.7.2, as it appears at the start of the envelope. */
const signedData = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02])

/** Files of Outlook begin as all compound files do (MS-CFB, section 2.2). */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

const encryptedByPgp =
  'This message is encrypted (PGP), and only its recipient can open it. Open it in the mail program and forward it unencrypted.'

/** The same for a text that is encrypted itself. */
export function encryptedText(text: string): string | undefined {
  return text.includes('-----BEGIN PGP MESSAGE-----') ? encryptedByPgp : undefined
}

/** A part that isn't a file but the message in a wrapping that Courtcrier can't open. */
interface Wrapping {
  type: Structured
  fileName: string | undefined
  content: Buffer
}

/**
 * Returns a sentence for display if the part hides the message: a format of Outlook's own, or a signed or encrypted
 * envelope.
 */
export function describeWrapping({ type, fileName = '', content }: Wrapping): string | undefined {
  if (isTnef(type, fileName, content)) {
    return "This message was sent in Outlook's own format (winmail.dat), which Courtcrier cannot open; what is in there is not shown here. Ask the sender to forward it as HTML or plain text, or open winmail.dat yourself."
  }
  if (
    type.value === 'application/vnd.ms-outlook' ||
    (/\.msg$/i.test(fileName) && content.subarray(0, 8).equals(compound))
  )
    return 'A message is attached as a file of Outlook (.msg), which Courtcrier cannot open; what is in there is not shown here. Forward it from Outlook itself (Forward, or Forward as Attachment), instead of attaching a saved file.'
  if (holdsMessages(content))
    return 'A message is attached within a ZIP archive, which Courtcrier does not open; what is in there is not shown here. Forward the message itself, or attach it without an archive.'
  if (type.value === 'application/x-microsoft-rpmsg-message' || /\.rpmsg$/i.test(fileName))
    return 'This message is encrypted (Microsoft Purview, message.rpmsg), and only its recipient can open it. Open it in the mail program and forward it unencrypted.'
  if (type.value === 'application/pgp-encrypted') return encryptedByPgp
  const isEnvelope = /^application\/(?:x-)?pkcs7-mime$/.test(type.value) || /\.p7m$/i.test(fileName)
  if (!isEnvelope) return undefined
  const kind = type.parameters.get('smime-type')?.toLowerCase() ?? kindOf(content)
  return kind === 'signed-data'
    ? 'This message is wrapped in an S/MIME signature (smime.p7m), which Courtcrier cannot open; what is in there is not shown here. Ask the sender to forward it unsigned, or open smime.p7m yourself.'
    : 'This message is encrypted (S/MIME, smime.p7m), and only its recipient can open it. Open it in the mail program and forward it unencrypted.'
}

/** Whether everything in a ZIP archive is a message, by the names at its end (APPNOTE.TXT, 4.3.12). */
function holdsMessages(content: Buffer): boolean {
  if (!content.subarray(0, 4).equals(zipStart)) return false
  const names: string[] = []
  const from = Math.max(0, content.length - longestNames)
  for (let at = content.indexOf(zipEntry, from); at >= 0; at = content.indexOf(zipEntry, at + 46)) {
    if (at + 46 > content.length || names.length > mostNames) break
    names.push(content.toString('utf8', at + 46, at + 46 + content.readUInt16LE(at + 28)))
  }
  const files = names.filter((name) => !name.endsWith('/'))
  return files.length > 0 && files.every((name) => /\.(?:eml|msg)$/i.test(name))
}

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')
const zipEntry = Buffer.from('PK\u0001\u0002', 'latin1')
const longestNames = 64 * 1024
const mostNames = 200

function isTnef({ value }: Structured, fileName: string, content: Buffer): boolean {
  if (value === 'application/ms-tnef' || value === 'application/vnd.ms-tnef') return true
  return /^winmail\.dat$/i.test(fileName) || content.subarray(0, 4).equals(tnefSignature)
}

function kindOf(content: Buffer): string {
  return content.subarray(0, 64).includes(signedData) ? 'signed-data' : 'enveloped-data'
}
