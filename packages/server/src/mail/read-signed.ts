import { findSendingHabit } from '../courts/directory/sending-habits.ts'
import type { Message } from '../courts/message/message.ts'
import type { SignedHeaders, SignedReading } from '../courts/message/signed-reading.ts'
import type { OthersWords } from '../courts/others-words.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import type { CheckedMessage } from './sender-check.ts'

/** What a signature says, as a message, and the sentence to add if the mail as delivered says something else. */
export interface SignedMessage {
  reading: SignedReading
  message: Message
  othersWords: OthersWords | undefined
  remark: string
}

interface Signature {
  signed: SignedHeaders
  /** The domain of the sender's address. */
  domain: string
}

/** Reads what was signed, and nothing else. The problem is the middle of a sentence. */
export async function readSigned(
  { raw, formats }: Pick<CheckedMessage, 'raw' | 'formats'>,
  { signed, domain }: Signature,
): Promise<SignedMessage | { problem: string }> {
  const settled = await messageReader.settle(
    { raw },
    { signed, habit: findSendingHabit(domain), formats: await formats() },
  )
  if ('problem' in settled) return settled
  const { reading, message, isChanged, othersWords } = settled
  return { reading, message, othersWords, remark: isChanged ? changedRemark : '' }
}

const changedRemark = ' It was changed on the way; only what its sender signed was read.'
