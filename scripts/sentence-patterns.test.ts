import { expect, test } from 'vitest'
import { patternsOf, serverPatterns } from './sentence-patterns.ts'

const file = 'packages/server/src/notices/example.ts'

test.each([
  ['const a = `§{name} was chosen.`', ['{0} was chosen.']],
  ["const a = { sentence: 'Marked as done.' }", ['Marked as done.']],
  [
    "const a = `§{n} §{n === 1 ? 'copy was' : 'copies were'} saved.`",
    ['{0} copy was saved.', '{0} copies were saved.'],
  ],
  [
    "const a = `Read in §{number}§{phrase(n)}.`\nfunction phrase(n: number) {\n  if (n === 0) return ', without a document'\n  return `, with §{n} documents`\n}",
    ['Read in {0}, without a document.', 'Read in {0}, with {1} documents.'],
  ],
  [
    "const note = { likely: ' (no party name)', certain: '' }\nconst a = `§{name} by number §{id}§{note[sureness]}.`",
    ['{0} by number {1} (no party name).', '{0} by number {1}.'],
  ],
  [
    "const a = `It has §{counted(n, 'message')}, saved as §{counted(m, 'copy', 'copies')}.`",
    [
      'It has {0} message, saved as {1} copy.',
      'It has {0} message, saved as {1} copies.',
      'It has {0} messages, saved as {1} copy.',
      'It has {0} messages, saved as {1} copies.',
    ],
  ],
  ['const a = `Not retrieved. §{why} It was not opened.`', ['Not retrieved.', 'It was not opened.']],
])('%s has its patterns', (source, patterns) => {
  expect(
    patternsOf(
      file,
      source.replaceAll('§{', () => '$' + '{'),
    ).toSorted(),
  ).toEqual([...patterns].toSorted())
})

test.each([
  "throw new Error('an item came to its recipients without its notice')",
  "log.warn('The disk is almost full.')",
  "const a = sql`select 1 where sentence = 'Not this one.'`",
  "import a from 'some words here.'",
  "const key = 'inbox.status.new'",
])('%s is for programmers', (source) => expect(patternsOf(file, source)).toEqual([]))

test('the sentences a clerk reads every minute are among them', () => {
  const patterns = serverPatterns()
  expect(patterns.length).toBeGreaterThan(700)
  for (const sentence of [
    'The free look was already used or has expired.',
    "{0} of {1} documents couldn't be retrieved.",
    'Two cases have this number.',
    'No timekeeper is assigned to the case, so no one would be notified.',
    '{0} by docket number {1}, although parts of the number are missing',
  ]) {
    expect(patterns).toContain(sentence)
  }
})
