import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { forbiddenIn } from './forbidden-words.ts'
import { root, sourceFiles } from './walls.ts'

/** Programs that only tests run, and what reads courts' own words: parsers and stamps. */
const notOurs =
  /\.(?:test|suite|fixture)\.ts$|\/testing\/|\/(?:fake|test)-[^/]+\.ts$|\/courts\/(?:families|stamps|juriscraper|corpus|gold)\//

test('no sentence of the server, the connectors and the contract has a forbidden word', () => {
  const files = sourceFiles().filter(
    (file) => /^packages\/(?:connectors|contract|lib|server)\/src\/.*\.ts$/.test(file) && !notOurs.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    sentencesOf(file, readFileSync(path.join(root, file), 'utf8')).flatMap((text) =>
      forbiddenIn(text).map((problem) => `${file}: ${problem}`),
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ["const a = 'Nobody is told.'", 'Nobody is told.'],
  ['const a = `The document §{title} could not be had.`', 'The document … could not be had.'],
  ["log.warn('a message could not be taken in')", 'a message could not be taken in'],
  ["const f = { label: 'Stored copy' }", 'Stored copy'],
  ["const q = sql`update t set sentence = 'Storing was canceled.' where id = §{id}`", 'Storing was canceled.'],
])('%s is read', (source, sentence) => expect(sentencesOf('a.ts', inTemplate(source))).toContain(sentence))

test.each([
  'const q = sql`select told from told_rows t where t.id = §{id}`',
  "const key = 'told_count'",
  "import { told } from './who-is-told.ts'",
  "const labels = 'told of document'.split(' ')",
])('%s is not a sentence', (source) => {
  expect(sentencesOf('a.ts', inTemplate(source)).flatMap(forbiddenIn)).toEqual([])
})

test('a forbidden word is named with the better one', () => {
  expect(forbiddenIn('Nobody was told.')).toEqual([
    '"told" in "Nobody was told.": notified',
    '"Nobody" in "Nobody was told.": no one',
  ])
})

test('the wording of the specification is exempt', () => {
  expect(forbiddenIn('Too many results, please enter more specific keywords')).toEqual([])
})

/** In these samples `§{` stands for `${`. */
function inTemplate(source: string): string {
  return source.replaceAll('§{', () => '$' + '{')
}

interface Node {
  type: string
  [key: string]: unknown
}

/** Returns the texts of a program that read as sentences or labels; values within them are an ellipsis. */
function sentencesOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  expect(errors, file).toEqual([])
  const found: string[] = []
  walk(program as unknown as Node, (node) => {
    if (node.type === 'ImportDeclaration') return false
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    if (node.type === 'TemplateLiteral') found.push(textOf(node))
    return true
  })
  return found.flatMap((text) => (isQuery(text) ? quotedIn(text) : [text])).filter(isSentence)
}

function textOf({ quasis }: Node): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** SQL: keywords in lower case, or columns of tables compared. Only its own string constants are for people. */
function isQuery(text: string): boolean {
  const hasKeyword = /\b(?:select|insert into|update|delete from|coalesce|where|uuid|jsonb)\b/.test(text)
  return (hasKeyword && /[=(,|]/.test(text)) || /\b[a-z]\.[a-z_]+ (?:=|<>|not in) /.test(text)
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/'([A-Z][^']* [^']*)'/g)].map(([, quoted = '']) => quoted)
}

/** A capital and a second word, or at least four words, as in the log; labels of courts' messages are joined by bars. */
function isSentence(text: string): boolean {
  if (text.includes('|')) return false
  return /^\W*\p{Lu}\p{L}*.* /su.test(text) || text.trim().split(/\s+/).length >= 4
}

function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, visit)
    }
  }
}
