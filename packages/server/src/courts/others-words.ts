import { domainOf } from './directory/look-alike.ts'
import { findSendingHabit, isByHand } from './directory/sending-habits.ts'
import { isAnswer } from './message/answer.ts'
import type { Message } from './message/message.ts'
import type { CourtParser } from './parser.ts'
import { courtParsers, parseNotice } from './registry.ts'
import { findNotices } from './split-notices.ts'

/** Why a message that a court or e-filing service is proven to have sent may have someone else's words in it. */
export type OthersWords = 'answer' | 'by-hand'

/**
 * Says whether a message from the domain of a court or e-filing service may contain what someone else wrote: it answers
 * or forwards another message, or it is a notice that a person there seems to have sent. People there have addresses in the
 * same domain, and may quote or paste what anyone wrote to them, without any mark.
 */
export function findOthersWords(message: Message, formats: readonly CourtParser[]): OthersWords | undefined {
  if (isAnswer(message)) return 'answer'
  const habit = findSendingHabit(domainOf(message.from?.address ?? ''))
  if (!habit || !isByHand(habit, message)) return undefined
  return isNoticeOfSystem(message, formats) ? 'by-hand' : undefined
}

/** People at courts write announcements and invitations themselves, and what a firm's own formats read. */
const writtenByPeople: readonly string[] = ['court-announcement', 'court-invitation']

function isNoticeOfSystem(message: Message, formats: readonly CourtParser[]): boolean {
  if (findNotices(message, formats).length > 1) return true
  const parsed = parseNotice(message, undefined, formats)
  const { format } = 'notice' in parsed ? parsed.notice : parsed.understood
  return courtParsers.some(({ name }) => name === format) && !writtenByPeople.includes(format ?? '')
}
