import { expect, test } from 'vitest'
import { makeMail } from '../../mail/testing/court-mail.ts'
import { checkedItem } from './checked-item.fixture.ts'
import { parseStage } from './stages/parse.ts'

/** More than a list shows of a message. */
const beginning = `The clerk announces the following. ${'Everyone concerned is to read it carefully. '.repeat(20)}`

/** By what its copies are recognized when the message is left to a person. */
async function contentIdOf(end: string): Promise<unknown> {
  const { item, deps } = await checkedItem(
    await makeMail({ subject: 'Announcement', body: `<p>${beginning}${end}</p>` }),
  )
  const outcome = await parseStage.run(item({}), deps)
  expect(outcome).toMatchObject({ kind: 'review', result: { contentId: expect.stringMatching(/^[\da-f]{64}$/) } })
  return 'result' in outcome ? (outcome.result as { contentId?: string }).contentId : undefined
}

test('messages that are not understood are copies if all of them is the same, not only what a list shows', async () => {
  const first = await contentIdOf('Nothing changes.')
  expect(await contentIdOf('Nothing changes.')).toBe(first)
  expect(await contentIdOf('Pay to the account below.')).not.toBe(first)
})
