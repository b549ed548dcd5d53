import * as z from 'zod/mini'
import { makings } from '../resources/case.ts'
import { uuidText } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'

const tag = 'Cases'
const count = z.int().check(z.minimum(0))
const id = uuidText()

const making = z.object({
  state: z.enum(makings),
  rule: described(
    z.nullable(z.object({ id, name: z.string() })),
    'The auto case creation; null if it was deleted or your role may not see it',
  ),
  itemId: described(z.nullable(id), 'The notice it was made from; null if your role may not see it'),
  madeAt: z.iso.datetime(),
})
export type CaseMaking = Fixed<z.output<typeof making>>

export const readCaseMaking = defineCall({
  method: 'GET',
  path: '/case/:id/making',
  tag,
  summary: 'Which rule made the case, and from which notice; 204 if a person or an import made it',
  answer: making,
  mayBeNothing: true,
  refusals: [403, 404],
})

export const reviewCase = defineCall({
  method: 'POST',
  path: '/case/:id/making/reviewed',
  tag,
  summary: 'Mark a case that a rule made as reviewed',
  refusals: [403, 404, 409],
})

const unmade = z.object({
  notices: described(count, 'Notices that need a case again'),
  notified: described(
    z.nullable(count),
    'People who had been notified of them already; null if your role may not see emails',
  ),
  copies: described(
    z.nullable(count),
    'Copies of their documents that had been saved already; null if your role may not see copies',
  ),
})
export type Unmade = Fixed<z.output<typeof unmade>>

/** The most people who are named. */
export const mostNamed = 100

const unmaking = z.object({
  notices: described(count, 'Notices that would need a case again'),
  waiting: described(
    z.nullable(count),
    'Emails that wait to be sent because of it, and would be canceled; null if your role may not see emails',
  ),
  waitingCopies: described(
    z.nullable(count),
    'Copies that wait to be saved, and would be canceled; null if your role may not see copies',
  ),
  notified: described(
    z.nullable(z.array(z.string())),
    `Who has been emailed about its filings already, which can't be taken back, up to ${mostNamed} addresses; null if your role may not see emails`,
  ),
  moreNotified: described(count, 'How many more have been'),
  channels: described(count, 'Messages to chat channels that have been sent already'),
  copies: described(z.nullable(count), 'Copies that have been saved already; null if your role may not see copies'),
  assigned: described(
    z.nullable(z.array(z.string())),
    'The timekeepers assigned to it, by name; null if your role may not see them',
  ),
})
export type Unmaking = Fixed<z.output<typeof unmaking>>

export const previewUnmaking = defineCall({
  method: 'GET',
  path: '/case/:id/making/undo',
  tag,
  summary: 'What undoing a case that a rule made would do, and what it would leave',
  answer: unmaking,
  refusals: [403, 404, 409],
})

export const undoCaseMaking = defineCall({
  method: 'POST',
  path: '/case/:id/making/undo',
  tag,
  summary:
    'Delete a case that a rule made: its notices need a case again, and what was to be sent or saved because of it is canceled',
  answer: unmade,
  refusals: [403, 404, 409],
})
