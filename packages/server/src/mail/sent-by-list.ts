import type { Message } from '../courts/message/message.ts'

/**
 * Whether a mailing list sent the message under its own address, as lists do for senders whose domains forbid that
 * others send for them (DMARC): the list's domain signs what anyone wrote. A message that a list passes on with its
 * sender unchanged makes no difference.
 */
export function isSentByList({ headers, from }: Pick<Message, 'headers' | 'from'>): boolean {
  const address = from?.address.toLowerCase() ?? ''
  const values = (...keys: readonly string[]) =>
    headers.flatMap(({ key, value }) => (keys.includes(key) ? value.toLowerCase().slice(0, longestHeader) : []))
  const isNamed = values('list-post', 'x-beenthere', 'mailing-list', 'x-mailing-list').some((value) =>
    addressesIn(value).includes(address),
  )
  // RFC 2919: the list's address with a dot for the at sign, as Google writes it.
  const isId = values('list-id').some((value) => value.includes(`<${address.replace('@', '.')}>`))
  const written = values('x-original-from', 'x-original-sender').flatMap(addressesIn)
  return isNamed || isId || written.some((each) => each !== address) || viaList.test(from?.name ?? '')
}

/** What no list needs. */
const longestHeader = 2_000

function addressesIn(text: string): readonly string[] {
  return text.match(/[^\s<>"'@:;,()]{1,64}@[a-z0-9.-]{1,253}/g) ?? []
}

/** `'ECF-CAND' via Docketing`, as Google and Mailman name the sender. */
const viaList = /\svia\s/i

/** Why nothing counts that a list of the firm sent, as the middle of a sentence. */
export function whyNotOfList(list: string): string {
  return `${list}, a mailing list of the firm, sent it on under its own address, so that nothing proves who wrote it; deliver court mail to Courtcrier directly, not by the list`
}
