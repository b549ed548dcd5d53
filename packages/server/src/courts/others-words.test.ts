import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { domainOf } from './directory/look-alike.ts'
import { findSendingHabit } from './directory/sending-habits.ts'
import { decodeMessage } from './message/mime.ts'
import { findOthersWords } from './others-words.ts'

const corpus = path.join(import.meta.dirname, 'corpus')

/** All real messages with a habitual sender, by file. */
const fromSystems = await Promise.all(
  globSync('**/*.{txt,eml}', { cwd: corpus }).map(async (file) => {
    const decoded = await decodeMessage(readFileSync(path.join(corpus, file)))
    const message = 'message' in decoded ? decoded.message : undefined
    return { file, message, habit: findSendingHabit(domainOf(message?.from?.address ?? '')) }
  }),
).then((all) => all.flatMap(({ file, message, habit }) => (message && habit ? [{ file, message }] : [])))

test('no real notice of a court’s system seems to be written by a person, or to quote one', () => {
  expect(fromSystems.length).toBeGreaterThan(60)
  const suspected = fromSystems.filter(({ message }) => findOthersWords(message, []))
  expect(suspected.map(({ file }) => file)).toEqual([])
})

test('each of them would if a person’s mail program had sent it, except an invitation and an announcement', () => {
  const messageId = '<CO6PR09MB85199FC612264D970959927CC81B9@CO6PR09MB8519.namprd09.prod.outlook.com>'
  const believed = fromSystems.filter(({ message }) => {
    const address = `jane_clerk@${domainOf(message.from?.address ?? '')}`
    return !findOthersWords({ ...message, messageId, from: { name: 'Jane Clerk', address } }, [])
  })
  expect(believed.map(({ file }) => path.basename(file)).toSorted()).toEqual(['ohsd_1.txt', 'ohsd_3.txt'])
})
