import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Attributes whose text users read or hear. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'description',
  'error',
  'label',
  'legend',
  'placeholder',
  'text',
  'title',
])

test('no component contains literal text: texts come from the translations', () => {
  const files = globSync('**/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => literalsOf(file, readFileSync(root + file, 'utf8')))).toEqual([])
})

test.each([
  ['<p>Hello</p>', 'Hello'],
  ["<p>{isDone ? 'Done' : t('x.y')}</p>", 'Done'],
  ['<p>{isDone && `Done`}</p>', 'Done'],
  ['<p>{`§{count} items`}</p>', 'items'],
  ['<img alt="A logo" />', 'A logo'],
  ["<TextInput placeholder={'Name'} />", 'Name'],
  ["<Button aria-label={isOpen ? 'Close' : t('x.open')} />", 'Close'],
  ["<Menu.Item title={name ?? 'Unnamed'} />", 'Unnamed'],
])('%s is found', (source, word) => {
  expect(literalsOf('a.tsx', component(source))).toEqual([`a.tsx: ${word}`])
})

test.each([
  '<p className="wide">{t("x.y")}</p>',
  '<p>· {" "} 12 → </p>',
  '<kbd>Ctrl+K</kbd>',
  '<img alt="" src="/logo.png" />',
  "<p>{t(isOpen ? 'x.open' : 'x.closed')}</p>",
  "<p data-state={isOpen ? 'open' : 'closed'}>{name}</p>",
  '<p>{`§{first} · §{second}`}</p>',
])('%s is not text', (source) => expect(literalsOf('a.tsx', component(source))).toEqual([]))

/** Returns a file with this JSX, in which `§{` stands for `${` in a template string. */
function component(jsx: string): string {
  return `const a = ${jsx.replaceAll('§{', () => '$' + '{')}`
}

/**
 * Returns literal words in the JSX of a file: as text, in an expression that is rendered, or in an attribute for users.
 */
function literalsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  expect(errors, file).toEqual([])
  const found: string[] = []
  walk(program as unknown as Node, (node) => {
    if (node.type === 'JSXElement' && isKeyName(node)) return false
    if (node.type === 'JSXText') found.push(...wordsIn(node.value))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of listOf(node.children)) {
        if (child.type === 'JSXExpressionContainer') found.push(...drawnBy(child.expression as Node))
      }
    }
    if (node.type === 'JSXAttribute' && spoken.has(String((node.name as Node).name))) {
      const value = node.value as Node | null
      if (value) found.push(...drawnBy(value.type === 'JSXExpressionContainer' ? (value.expression as Node) : value))
    }
    return true
  })
  return found.map((text) => `${file}: ${text}`)
}

type Node = { type: string } & Record<string, unknown>

/**
 * Returns the words an expression may evaluate to, as far as it contains them: calls and variables are not followed.
 */
function drawnBy(node: Node): string[] {
  const parts = drawnParts[node.type]
  return parts ? parts(node) : []
}

const drawnParts: Readonly<Record<string, (node: Node) => string[]>> = {
  Literal: ({ value }) => (typeof value === 'string' ? wordsIn(value) : []),
  TemplateLiteral: ({ quasis }) =>
    listOf(quasis).flatMap((quasi) => wordsIn((quasi.value as { cooked: string }).cooked)),
  ConditionalExpression: (node) => [...drawnBy(node.consequent as Node), ...drawnBy(node.alternate as Node)],
  LogicalExpression: (node) => [...drawnBy(node.left as Node), ...drawnBy(node.right as Node)],
  BinaryExpression: (node) =>
    node.operator === '+' ? [...drawnBy(node.left as Node), ...drawnBy(node.right as Node)] : [],
}

/** Names of keys are labels on the keyboard, not text. */
function isKeyName(node: Node): boolean {
  const { name } = (node as unknown as ESTree.JSXElement).openingElement
  return name.type === 'JSXIdentifier' && name.name === 'kbd'
}

/** A word has two letters; punctuation between two values isn't one, and a translation key isn't shown itself. */
function wordsIn(value: unknown): string[] {
  const text = String(value)
    .replace(/&\w+;|\s+/g, ' ')
    .trim()
  return /\p{L}{2}/u.test(text) && !/^[a-z]\w*(\.\w+)+$/i.test(text) ? [text] : []
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : []
}

function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, visit)
    }
  }
}
