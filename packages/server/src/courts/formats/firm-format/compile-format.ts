import { noticeFormatParts } from '@courtcrier/contract/resources/notice-format.ts'
import { checkFormat } from './check-format.ts'
import { isForFormat, whyNotForFormat } from './choose-messages.ts'
import {
  type FirmParser,
  type FormatDefinition,
  type FormatProblem,
  labelFieldNames,
  labelFields,
} from './definition.ts'
import { addLabel, emptyTree, type LabelTree } from './labels.ts'
import { type FormatPlan, subjectPlaces } from './plan.ts'
import { readMessage } from './read-message.ts'
import { parsePattern, type WordPattern } from './word-pattern.ts'

/**
 * Compiles an administrator's definition into a parser, or returns every field that can't be used, each with a
 * sentence.
 */
export function compileFormat(
  definition: FormatDefinition,
): { parser: FirmParser } | { problems: readonly FormatProblem[] } {
  const problems = checkFormat(definition)
  if (problems.length > 0) return { problems }
  const plan = planOf(definition)
  const score = scoreOf(definition)
  return {
    parser: {
      definition,
      name: parserName(plan.name),
      linkHosts: plan.links.hosts,
      whyNot: (message) => whyNotForFormat(plan, message),
      score: (message) => (isForFormat(plan, message) ? score : 0),
      read: (message, known) => readMessage(plan, message, known),
    },
  }
}

/** Returns the name of a firm's format in the notices it reads. */
export function parserName(name: string): string {
  return `firm: ${name}`
}

/**
 * A built-in format that claims a message scores higher, unless the firm ranks its own format first; then it reads
 * before anything equally certain. Of two formats, the one that requires more wins.
 */
function scoreOf(definition: FormatDefinition): number {
  if (definition.overridesBuiltIn) return 1
  const { senderAddresses, senderDomains, subjectPatterns, bodyPhrases } = definition
  const asked = [[...senderAddresses, ...senderDomains], subjectPatterns, bodyPhrases].filter((list) => list.length > 0)
  return 0.01 + asked.length * 0.001
}

/** Only for a definition without problems. */
function planOf(definition: FormatDefinition): FormatPlan {
  const { ecfxJurisdictionId, courtNames } = definition
  return {
    name: definition.name,
    kind: definition.kind,
    senders: new Set(definition.senderAddresses.map((address) => address.toLowerCase())),
    domains: new Set(definition.senderDomains.map((domain) => domain.toLowerCase())),
    subjects: patternsOf(definition.subjectPatterns, subjectPlaces),
    phrases: patternsOf(definition.bodyPhrases),
    labels: treeOf(definition),
    ...(ecfxJurisdictionId !== null && { courtId: ecfxJurisdictionId }),
    readsCourt: definition.courtLabels.length > 0,
    courts: Object.entries(courtNames).flatMap(([name, courtId]) =>
      patternsOf([name]).map((pattern) => ({ name: pattern, courtId: courtId.trim() })),
    ),
    links: {
      hosts: definition.linkHosts.map((host) => host.toLowerCase()),
      words: patternsOf(definition.linkWords),
    },
    required: noticeFormatParts.filter((part) => definition.requiredParts.includes(part)),
  }
}

function patternsOf(texts: readonly string[], places: readonly string[] = []): WordPattern[] {
  return texts.flatMap((text) => {
    const parsed = parsePattern(text, places)
    return 'pattern' in parsed ? [parsed.pattern] : []
  })
}

function treeOf(definition: FormatDefinition): LabelTree {
  const tree = emptyTree()
  for (const field of labelFieldNames) {
    for (const label of definition[field]) addLabel(tree, label, labelFields[field])
  }
  return tree
}
