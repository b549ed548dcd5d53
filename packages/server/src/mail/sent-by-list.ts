import type { Message } from '../courts/message/message.ts'

/**
 * Whether a mailing list sent the message under its own address, as lists do for senders whose domains forbid that
 * others send for them (DMARC): the list's domain signs what anyone wrote. A message that a list passes on with its
 * sender unchanged makes no difference.
 */
export function isSentByList(message: Pick<Message, 'headers' | 'from'>): boolean {
  const { from } = message
  // RFC 2919: the list's address with a dot for the at sign, as Google writes it.
  const id = `<${from?.address.toLowerCase().replace('@', '.') ?? ''}>`
  const isId = valuesOf(message, 'list-id').some((value) => value.includes(id))
  return isId || takesPosts(message) || viaList.test(from?.name ?? '')
}

/**
 * The same where lists that only announce are to count, as courts' do: by what says that others write to the list, or
 * that someone else wrote the message.
 */
export function isRewrittenByList(message: Pick<Message, 'headers' | 'from'>): boolean {
  const isOfList = message.headers.some(({ key }) => key.startsWith('list-') && key !== 'list-unsubscribe')
  return takesPosts(message) || (isOfList && viaList.test(message.from?.name ?? ''))
}

function takesPosts(message: Pick<Message, 'headers' | 'from'>): boolean {
  const address = message.from?.address.toLowerCase() ?? ''
  const isNamed = valuesOf(message, 'list-post', 'x-beenthere', 'mailing-list', 'x-mailing-list').some((value) =>
    addressesIn(value).includes(address),
  )
  const written = valuesOf(message, 'x-original-from', 'x-original-sender').flatMap(addressesIn)
  return isNamed || written.some((each) => each !== address)
}

function valuesOf({ headers }: Pick<Message, 'headers'>, ...keys: readonly string[]): readonly string[] {
  return headers.flatMap(({ key, value }) => (keys.includes(key) ? value.toLowerCase().slice(0, longestHeader) : []))
}

/** What no list needs. */
const longestHeader = 2_000

/** The addresses in a header's value in lower case. */
export function addressesIn(text: string): readonly string[] {
  return text.match(/[^\s<>"'@:;,()]{1,64}@[a-z0-9.-]{1,253}/g) ?? []
}

/** `'ECF-CAND' via Docketing`, as Google and Mailman name the sender. */
const viaList = /\svia\s/i

/** Why nothing counts that a list of the firm sent, as the middle of a sentence. */
export function whyNotOfList(list: string): string {
  return `${list}, a mailing list of the firm, sent it on under its own address, so that nothing proves who wrote it; deliver court mail to Courtcrier directly, not by the list`
}

/** The same of a list that a notice format of the firm names as its sender. */
export function whyNotOfNamedList(list: string): string {
  return `${list}, which a notice format of the firm names as its sender, is a mailing list and sent it on under its own address, so that nothing proves who wrote it; name in the format who writes to the list, and deliver their mail to Courtcrier directly`
}
