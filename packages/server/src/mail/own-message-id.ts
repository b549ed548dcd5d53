import type { SealingBox } from '@courtcrier/lib/secret-box.ts'

/**
 * Repeats the Message-ID: Amazon SES replaces that one ("Amazon SES header fields"), as some other mail services do, and
 * sends headers of one's own as they are.
 */
export const ownIdHeader = 'X-Courtcrier-Message-ID'

/** Returns the IDs by which an email of Courtcrier is known, from its headers: the Message-ID last, if it was replaced. */
export function ownIdsIn(headers: readonly { key: string; value: string }[]): readonly string[] {
  const keys = [ownIdHeader.toLowerCase(), 'message-id']
  return keys.flatMap((name) => headers.findLast(({ key }) => key === name)?.value.trim() || [])
}

/** Returns the IDs of the emails that a message answers or forwards, as far as its headers say it (RFC 5322, 3.6.4). */
export function answeredIdsIn(headers: readonly { key: string; value: string }[]): readonly string[] {
  const keys = ['in-reply-to', 'references']
  const said = keys.map((name) => headers.findLast(({ key }) => key === name)?.value.slice(0, longestThread) ?? '')
  return said.flatMap((value) => value.match(/<[^<>\s]{1,300}>/g) ?? []).slice(-mostAnswered)
}

const longestThread = 20_000
/** The last ones are the nearest. */
const mostAnswered = 50

interface OwnMail {
  firmId: number
  publicUrl: string
}

/**
 * Returns a Message-ID for an email of Courtcrier to someone at a firm that no record is kept of, such as a password link.
 * By it the email is recognized if it comes back. No one else can make one for the firm: a message with it never waits for
 * a person.
 */
export function makeOwnMessageId({ seal }: Pick<SealingBox, 'seal'>, { firmId, publicUrl }: OwnMail): string {
  return `<${Buffer.from(seal('', sealedFor(firmId))).toString('base64url')}@${hostOf(publicUrl)}>`
}

/** Whether a Message-ID is one that was made for the firm. */
export function isOwnMessageId(
  messageId: string | undefined,
  { open }: Pick<SealingBox, 'open'>,
  { firmId, publicUrl }: OwnMail,
): boolean {
  const [, mark = '', host = ''] = /^<?([\w-]{39})@([^<>\s]+?)>?$/.exec(messageId ?? '') ?? []
  if (host.toLowerCase() !== hostOf(publicUrl)) return false
  try {
    open(Buffer.from(mark, 'base64url'), sealedFor(firmId))
    return true
  } catch {
    // Made up, or for another firm.
    return false
  }
}

function sealedFor(firmId: number): string {
  return `Message-ID of an email to firm ${firmId}`
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname.toLowerCase()
}
