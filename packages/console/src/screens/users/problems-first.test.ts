import type { InvitedPerson, InviteOutcome } from '@courtcrier/contract/calls/invite-people.ts'
import { expect, test } from 'vitest'
import { problemsFirst } from './InviteReview.tsx'

const people = (['new', 'user', 'uninvited', 'invalid', 'new'] as const).map(
  (outcome: InviteOutcome) => ({ outcome }) as InvitedPerson,
)

test('those who can’t be invited come first, then those for whom nothing is to be done', () => {
  expect(problemsFirst(people).map(({ at }) => at)).toEqual([3, 1, 0, 2, 4])
})
