import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { domainOf, findSenderOfDomain, type KnownSender, short } from '../courts/directory/look-alike.ts'
import { findOriginals, innerMessages, mostOriginals } from '../courts/message/forwarding.ts'
import type { Message } from '../courts/message/message.ts'
import { type SignedReading, takeSigned } from '../courts/message/signed-reading.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import { type Preview, previewOf } from './preview.ts'
import { readSigned } from './read-signed.ts'
import { type CheckedMessage, isOnly, type SenderCheck, temporary, unverified, whyNotChecked } from './sender-check.ts'
import { mostLookups } from './watch-lookups.ts'
import { BrokenOffError, whyNotExamined } from './why-not-examined.ts'

/**
 * Only attached messages that courts signed are read, so it doesn't matter who forwarded them. If one of the attached
 * messages isn't signed by a court, it is neither trusted nor silently dropped: a person reviews all of them. One that
 * only carries others, as a colleague's forward that was forwarded as an attachment, is the words around them.
 */
export async function checkOriginals(input: CheckedMessage): Promise<SenderCheck | undefined> {
  const { message } = input
  const originals = findOriginals(message)
  const ids = new Set(originals.map(({ id }) => id))
  const examined = await Promise.all(
    originals.map(async ({ id, raw }) => ({ id, found: await examineOriginal(raw, input, ids) })),
  )
  const intact = examined.flatMap(({ id, found }) => (typeof found === 'object' ? [{ id, ...found }] : []))
  if (examined.some(({ found }) => found === 'no answer'))
    return temporary('DNS could not be queried about the attached original')
  const [first] = intact
  if (!first) return undefined
  const count = innerMessages(message).length - examined.filter(({ found }) => found === 'cover').length
  if (intact.length === mostOriginals && count > mostOriginals)
    return unverified(`it has ${count} attached messages, of which no more than ${mostOriginals} are checked`)
  if (intact.length < count)
    return unverified(
      `only ${intact.length} of its ${count} attached messages ${intact.length === 1 ? 'has' : 'have'} the intact signature of a court`,
    )
  return intactSenderCheck(short(message.from?.address ?? ''), first, intact)
}

function intactSenderCheck(by: string, first: IntactOriginal, intact: readonly (IntactOriginal & { id: string })[]) {
  const { sender, signedBy } = first
  const signers = intact.every(({ sender: { court } }) => court) ? 'the court' : 'its sender'
  const remark = intact.find((one) => one.remark !== '')?.remark ?? ''
  const sentence =
    intact.length === 1
      ? `Forwarded by ${by}, from ${sender.name}; the attached original carries the intact signature of ${signedBy} and is all that was read.`
      : `Forwarded by ${by}; each of the ${intact.length} attached originals carries the intact signature of its court, and they are all that is read.`
  return {
    trust: 'forwarded' as const,
    sentence: `${sentence}${remark}`,
    // If there are several, each becomes its own item with this line.
    proof: `Forwarded by ${by}; the signature of ${intact.length === 1 ? signedBy : signers} on the original is intact`,
    originalIds: intact.map(({ id }) => id),
    ...(intact.length === 1 && { shown: first.shown }),
    believed: Object.fromEntries(intact.map(({ id, reading, writer }) => [id, { reading, writer }])),
  }
}

/** For each, so that all together take no more than a few messages do. */
const lookups = Math.ceil((2 * mostLookups) / mostOriginals)

interface IntactOriginal {
  sender: KnownSender
  signedBy: string
  reading: SignedReading
  writer: string
  remark: string
  shown: Pick<Preview, 'subject' | 'snippet'>
}

async function examineOriginal(
  raw: Uint8Array,
  { examine, formats }: CheckedMessage,
  known: ReadonlySet<string>,
): Promise<IntactOriginal | 'cover' | 'no answer' | undefined> {
  const decoded = await messageReader.decode({ raw })
  if ('problem' in decoded || whyNotChecked(decoded.message) || whyNotExamined(raw)) return undefined
  const writer = domainOf(decoded.message.from?.address ?? '')
  const sender = findSenderOfDomain(writer)
  if (!sender) return carriesOnly(decoded.message, known) ? 'cover' : undefined
  const evidence = await examine({ raw, origin: {}, trustedSealers: [], lookups }).catch(refuseUnreadable)
  if (!evidence) return undefined
  const { signedBy, signed } = evidence
  if (signedBy && signed && isOnly(decoded.message, evidence)) {
    const read = await readSigned({ raw, formats }, { signed, domain: writer })
    if ('problem' in read || read.othersWords) return undefined
    const { reading, remark } = read
    const { subject, snippet } = previewOf(takeSigned(raw, reading))
    return { sender, signedBy: short(signedBy), reading, writer, remark, shown: { subject, snippet } }
  }
  return evidence.hasDnsTrouble ? 'no answer' : undefined
}

/** Whether a message has others attached, all of which are examined themselves. */
function carriesOnly(message: Message, known: ReadonlySet<string>): boolean {
  const carried = findOriginals(message)
  return (
    carried.length > 0 && carried.length === innerMessages(message).length && carried.every(({ id }) => known.has(id))
  )
}

/** An original that can't be examined, whatever it is, proves nothing, and says nothing about the others. */
function refuseUnreadable(error: unknown): undefined {
  if (error instanceof BrokenOffError || error instanceof StalledError) throw error
}
