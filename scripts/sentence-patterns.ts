import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { root, sourceFiles } from './walls.ts'

/**
 * Finds the sentences that the server composes, in its source: each as a pattern, in which `{0}`, `{1}` stand for
 * values. The console finds the pattern of a sentence and shows its translation, so a sentence is defined where it is
 * composed and nowhere else.
 */

/** The parts of the server whose sentences are shown to people in the console, the connectors, the agent, and what refuses addresses. */
const shown =
  /^packages\/(?:connectors\/src\/|lib\/src\/public-address)|^packages\/server\/src\/(?:notices|retrieval|mail|courts|outbox|stores|records|auth|http|behaviours)\/|^packages\/server\/src\/agent\/(?:perform-work|kept-connectors|answer-work|run-agent|saved-uploads|agent-folder)/

/**
 * Tests, texts of the mail and SMTP protocols, printed pages, API descriptions, questions to services,
 * answers to identity providers, and words of courts' own
 * messages.
 */
const notShown =
  /\.(?:test|suite|fixture)\.ts$|\/(?:fake-[^/]+|bench|contract)\.ts$|\/testing\/|\/test-[^/]+\.ts$|\/mail\/(?:as-pdf|smtp|imap-(?:reader|session)|keep-reading|public-mail|dns-gateway)|\/courts\/formats\/firm-format\/(?:example|definition)|\/courts\/(?:families|juriscraper|corpus|gold|directory|stamps|text)\/|\/auth\/(?:address-changes|reset-mail|invitation-mail|sign-ins\/alert-mail|create-firm|factors\/factor-mail)|\/deliveries\/(?:filing-mail|preview)|\/records\/(?:walls\/|happenings)|\/matching\/parties|\/titles\/ask-service|\/http\/(?:openapi|demo|scim|server\/console)|\/outbox\/(?:(?:digests|templates)\/|mail\/(?!(?:accounts|graph)\/(?!compose-)|send-failure))|\/deliveries\/(?:html-part|text-part)|\/chats\/compose/

/** A hole in a pattern, before holes are numbered. */
const hole = '\0'
const mostVariants = 16

interface Node {
  type: string
  [key: string]: unknown
}

/** Returns the pattern of every sentence that the server composes and the console shows. */
export function serverPatterns(): readonly string[] {
  const files = sourceFiles().filter((file) => shown.test(file) && !notShown.test(file))
  return [...new Set(files.flatMap((file) => patternsOf(file, readFileSync(path.join(root, file), 'utf8'))))]
}

/** Returns the patterns of the sentences in one file. */
export function patternsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const roots: { node: Node; above: readonly Node[] }[] = []
  walk(program as unknown as Node, [], (node, above) => {
    if (isForProgrammers(node)) return false
    if (!isText(node)) return true
    roots.push({ node, above })
    return true
  })
  const consumed = new Set<Node>()
  const found = roots.map(({ node, above }) => {
    const within = new Set<Node>()
    const variants = variantsOf(node, { above, within, depth: 0 })
    for (const each of within) if (each !== node) consumed.add(each)
    return { node, variants }
  })
  return found.flatMap(({ node, variants }) =>
    variants
      .filter(
        (text) => isSentence(text) && (isWhole(text) || (isPart(text) && !consumed.has(node) && hasParts.test(file))),
      )
      .flatMap((text) => sentencesIn(text).filter(isSentence).map(numbered)),
  )
}

/** Queries, types, messages of thrown errors and lines of the log aren't shown in the console. */
function isForProgrammers(node: Node): boolean {
  if (/^(?:ImportDeclaration|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'NewExpression') return nameOf(node.callee as Node) === 'Error'
  return (
    node.type === 'CallExpression' &&
    /^(?:log|logger|console|reporter)\.|\.log\.|^(?:test|RegExp)$/.test(nameOf(node.callee as Node))
  )
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression') return ''
  return `${nameOf(node.object as Node)}.${nameOf(node.property as Node)}`
}

function isText(node: Node): boolean {
  return (
    (node.type === 'Literal' && typeof node.value === 'string') ||
    node.type === 'TemplateLiteral' ||
    (node.type === 'BinaryExpression' && node.operator === '+')
  )
}

/** Everything else is a part of a sentence. */
function isWhole(text: string): boolean {
  return /^[\p{Lu}"\0]/u.test(text) && /(?:[.?]["”]?|[:.] \0)$/.test(text)
}

/** Folders that compose sentences of parts which other files have. */
const hasParts = /^packages\/connectors\/|\/(?:mail|stores|retrieval|notices|outbox\/copies)\/|\/courts\/probable-fake/

function isPart(text: string): boolean {
  return (
    /^\W*\p{L}+(?: .+){2}/su.test(text) &&
    !/""|^(?:not a pdf|set local|told of|notification process|item \0|\S+ text\b)/.test(text)
  )
}

/** Code has no spaces, or characters that sentences don't have. */
function isSentence(text: string): boolean {
  const words = text.match(/(?<![\w/.-])\p{L}[\p{L}'’-]*(?![\w/-])/gu) ?? []
  return (
    words.length >= 2 &&
    !/COURTCRIER_|courtcrier |[|\n<>=;$]{1}.*[|\n<>=;$]|^[a-z_]+:|(?:select|jsonb|uuid|\bset |trigger|public\.)/.test(
      text,
    )
  )
}

/** Sentences that follow one another are translated one by one; a value before another sentence ends its own. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.?]["”]?) +(?=[\p{Lu}"\0])|(?<=\0) +(?=\p{Lu}\p{Ll})/u)
}

function numbered(text: string): string {
  let next = 0
  return text.trim().replaceAll(hole, () => `{${next++}}`)
}

interface Traversal {
  above: readonly Node[]
  /** Every text that was read on the way. */
  within: Set<Node>
  depth: number
}

/** Returns the texts an expression can become: conditions, constants and functions of the same file are followed. */
function variantsOf(node: Node, reading: Traversal): string[] {
  if (isText(node)) reading.within.add(node)
  if (reading.depth > 12) return [hole]
  const next = { ...reading, depth: reading.depth + 1 }
  return unique(readers[node.type]?.(node, next) ?? [hole])
}

/** Whole sentences within another text are found by themselves, so here they are values. */
function partsOf(node: Node, reading: Traversal): string[] {
  return unique(variantsOf(node, reading).map((text) => (isWhole(text) && isSentence(text) ? hole : text)))
}

const readers: Readonly<Record<string, (node: Node, reading: Traversal) => string[]>> = {
  Literal: ({ value }) => [typeof value === 'string' ? value : hole],
  TemplateLiteral: ({ quasis, expressions }, reading) => {
    const [first, ...rest] = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    return rest.reduce(
      (texts, text, index) => joined(joined(texts, partsOf((expressions as Node[])[index] as Node, reading)), [text]),
      [first ?? ''],
    )
  },
  BinaryExpression: ({ operator, left, right }, reading) =>
    operator === '+' ? joined(variantsOf(left as Node, reading), variantsOf(right as Node, reading)) : [hole],
  ConditionalExpression: ({ consequent, alternate }, reading) => [
    ...variantsOf(consequent as Node, reading),
    ...variantsOf(alternate as Node, reading),
  ],
  LogicalExpression: ({ operator, left, right }, reading) => {
    const texts = [
      ...(operator === '&&' ? [''] : variantsOf(left as Node, reading)),
      ...variantsOf(right as Node, reading),
    ]
    // `name ?? ''` is a name that always exists.
    return operator === '&&' ? texts : texts.filter((text) => text !== '')
  },
  ParenthesizedExpression: ({ expression }, reading) => variantsOf(expression as Node, reading),
  TSAsExpression: ({ expression }, reading) => variantsOf(expression as Node, reading),
  Identifier: ({ name, start }, reading) => {
    const found = definitionOf(String(name), reading.above, Number(start))
    return found?.node.type === 'VariableDeclarator'
      ? variantsOf(found.node.init as Node, { ...reading, above: found.above })
      : [hole]
  },
  MemberExpression: ({ computed, object }, reading) => {
    const { name, type } = object as Node
    const found = computed && type === 'Identifier' ? definitionOf(String(name), reading.above, Infinity) : undefined
    if (found?.node.type !== 'VariableDeclarator' || (found.node.init as Node).type !== 'ObjectExpression')
      return [hole]
    const properties = (found.node.init as Node).properties as Node[]
    return properties.flatMap(({ value }) =>
      value ? variantsOf(value as Node, { ...reading, above: found.above }) : [hole],
    )
  },
  CallExpression: ({ callee, arguments: given }, reading) => {
    const called = callee as Node
    const found =
      called.type === 'Identifier' ? definitionOf(String(called.name), reading.above, Number(called.start)) : undefined
    if (!found && called.name === 'counted') return countedForms(given as Node[], reading)
    if (found?.node.type !== 'FunctionDeclaration') return [hole]
    const body = found.node.body as Node
    const texts = returnsOf(body).flatMap((each) =>
      variantsOf(each, { ...reading, above: [...found.above, found.node, body] }),
    )
    return texts.length > 0 ? texts : [hole]
  },
}

/** `counted` of lib: a number, and the word for one or for several. */
function countedForms([, one, many]: readonly Node[], reading: Traversal): string[] {
  const words = one ? variantsOf(one, reading) : []
  const others = many ? variantsOf(many, reading) : words.map((word) => `${word}s`)
  return [...words, ...others].map((word) => `${hole} ${word}`)
}

/** Returns every combination; where they are too many, the second is a value like any other. */
function joined(first: readonly string[], second: readonly string[]): string[] {
  if (first.length * second.length > mostVariants) return first.map((text) => text + hole)
  return first.flatMap((start) => second.map((end) => (start.endsWith(hole) && end === hole ? start : start + end)))
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** Finds the constant or function with this name, from the innermost function outwards; a parameter hides others. */
function definitionOf(
  name: string,
  above: readonly Node[],
  before: number,
): { node: Node; above: readonly Node[] } | undefined {
  for (let index = above.length - 1; index >= 0; index--) {
    const scope = above[index] as Node
    if (scope.type !== 'Program' && !isFunction(scope)) continue
    if (isFunction(scope) && JSON.stringify(scope.params).includes(`"name":"${name}"`)) return undefined
    const node = declaredIn(scope, name, before)
    if (node) return { node, above: above.slice(0, index + 1) }
  }
  return undefined
}

/** Of two constants with one name, in two blocks, the last one before the use counts. */
function declaredIn(scope: Node, name: string, before: number): Node | undefined {
  let found: Node | undefined
  walk(scope, [], (node) => {
    const isNamed = (node.id as Node | undefined)?.type === 'Identifier' && (node.id as Node).name === name
    if (isNamed && node.init && node.type === 'VariableDeclarator' && Number(node.start) < before) found = node
    if (isNamed && node.type === 'FunctionDeclaration') found ??= node
    return node === scope || !isFunction(node)
  })
  return found
}

function returnsOf(body: Node): Node[] {
  const found: Node[] = []
  walk(body, [], (node) => {
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument as Node)
    return !isFunction(node)
  })
  return found
}

function isFunction(node: Node): boolean {
  return /Function/.test(node.type)
}

function walk(node: Node, above: readonly Node[], visit: (node: Node, above: readonly Node[]) => boolean): void {
  if (!visit(node, above)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') {
        walk(child as Node, [...above, node], visit)
      }
    }
  }
}

if (import.meta.main) console.log(serverPatterns().join('\n'))
