import { expect, test } from 'vitest'
import { attachedTo, checkedItem, courtNotice } from './checked-item.fixture.ts'
import type { SenderResult, Work } from './stage.ts'
import { authenticateStage } from './stages/authenticate.ts'
import { parseStage } from './stages/parse.ts'

/** An item of a message to which two notices are attached, each with its court's signature. */
async function forwardOfTwo() {
  const signed = (number: string) => courtNotice(number, 'cand.uscourts.gov')
  return checkedItem(await attachedTo([await signed('3:26-cv-04417-RS'), await signed('3:26-cv-05001-JD')]))
}

test('a part that is an attached original is still that one when its sender is checked again', async () => {
  const { item, deps } = await forwardOfTwo()
  const check = async (more: Partial<Work>) => {
    const outcome = await authenticateStage.run(item(more), deps)
    return ('result' in outcome ? outcome.result : undefined) as SenderResult
  }
  const whole = await check({})
  expect(whole.originalIds).toHaveLength(2)
  expect(await parseStage.run(item({ results: { authenticate: whole } }), deps)).toMatchObject({ kind: 'split' })
  const originalId = whole.originalIds?.[1] ?? ''
  const origin = { part: { start: 0, end: 0, originalId } }
  const again = await check({ origin })
  expect(again).toMatchObject({ trust: 'forwarded', originalIds: [originalId] })
  const parsed = await parseStage.run(item({ origin, results: { authenticate: again } }), deps)
  expect(parsed).toMatchObject({
    kind: 'done',
    result: { notice: { cases: [{ docketNumber: { value: '3:26-cv-05001-JD' } }] } },
  })
})

test('so is one whose sender is not proven this time', async () => {
  const { item, deps } = await forwardOfTwo()
  const whole = await authenticateStage.run(item({}), deps)
  const { originalIds } = ('result' in whole ? whole.result : {}) as SenderResult
  const origin = { part: { start: 0, end: 0, originalId: originalIds?.[1] ?? '' } }
  const results = { authenticate: { trust: 'unverified', why: 'Not proven.' } as SenderResult }
  expect(await parseStage.run(item({ origin, results }), deps)).toMatchObject({
    result: { notice: { cases: [{ docketNumber: { value: '3:26-cv-05001-JD' } }] } },
  })
})
