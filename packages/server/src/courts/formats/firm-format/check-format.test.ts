import { describe, expect, test } from 'vitest'
import { compileFormat } from './compile-format.ts'
import { definitionOf, type FormatDefinition } from './definition.ts'
import { county } from './example.ts'
import { mayOpenHost } from './link-hosts.ts'

function problemsOf(changes: Partial<FormatDefinition>): string[] {
  const compiled = compileFormat({ ...county, ...changes })
  return 'problems' in compiled ? compiled.problems.map(({ field, sentence }) => `${field}: ${sentence}`) : []
}

describe('a definition', () => {
  test('that is correct has no problems', () => {
    expect(problemsOf({})).toEqual([])
  })

  test('that is empty reports everything it lacks, field by field', () => {
    const compiled = compileFormat(definitionOf({ name: ' ' }))
    expect('problems' in compiled && compiled.problems.map(({ field }) => field)).toEqual([
      'name',
      'senderDomains',
      'ecfxJurisdictionId',
      'docketNumberLabels',
      'eventLabels',
    ])
  })

  test.each<[Partial<FormatDefinition>, string]>([
    [{ subjectPatterns: ['Filing in {docket}'] }, 'subjectPatterns: "{docket}" isn\'t one of the values'],
    [{ subjectPatterns: ['Filing in {docket number'] }, 'subjectPatterns: "Filing in {docket number" has a brace'],
    [{ subjectPatterns: ['Filing {case name}*'] }, 'subjectPatterns: "Filing {case name}*" needs words between'],
    [
      { subjectPatterns: ['Filing {case name} * {event}'] },
      'subjectPatterns: "Filing {case name} * {event}" needs words',
    ],
    [{ subjectPatterns: ['*'.repeat(1000)] }, 'subjectPatterns: "****************************************…" is longer'],
    [{ senderDomains: [], subjectPatterns: ['* a *'] }, 'subjectPatterns: "* a *" fits nearly every message'],
    [{ bodyPhrases: ['{event}'] }, 'bodyPhrases: "{event}" has no meaning here'],
    [{ bodyPhrases: ['*'] }, 'bodyPhrases: "*" fits nearly every message'],
    [{ linkWords: ['--'] }, 'linkWords: "--" fits nearly every message'],
    [{ ecfxJurisdictionId: 'atlantis' }, 'ecfxJurisdictionId: There is no court with the id "atlantis".'],
    [{ courtLabels: ['Court'] }, 'courtNames: Say which court each name behind the label means.'],
    [{ courtNames: { Ninth: 'cand' } }, 'courtLabels: Give the label'],
    [{ courtLabels: ['Court'], courtNames: { Ninth: 'x9' } }, 'courtNames: There is no court with the id "x9"'],
    [{ caseNameLabels: ['Case *'] }, 'caseNameLabels: "Case *" is refused: a label is written in full'],
    [{ caseNameLabels: [':'] }, 'caseNameLabels: ":" has neither letters nor digits.'],
    [{ caseNameLabels: ['case no.:'] }, 'caseNameLabels: "case no.:" is already the label of the docket number.'],
    [
      { requiredParts: ['recipients'], recipientLabels: [] },
      'requiredParts: "recipients" is required, but nothing says',
    ],
    [{ requiredParts: ['link'], linkHosts: [], linkWords: [] }, 'requiredParts: "link" is required'],
    [{ linkHosts: ['*.example.gov'] }, 'linkHosts: "*.example.gov" is refused: name each host in full'],
    [
      { linkHosts: ['https://docs.example.gov/x'] },
      'linkHosts: "https://docs.example.gov/x" is refused: write the host',
    ],
    [{ linkHosts: ['192.168.0.1'] }, 'linkHosts: "192.168.0.1" is refused: it is an IP address'],
    [{ linkHosts: ['[::1]'] }, 'linkHosts: "[::1]" is refused'],
    [{ linkHosts: ['0x7f000001'] }, 'linkHosts: "0x7f000001" is refused: it is an IP address'],
    [{ linkHosts: ['localhost'] }, 'linkHosts: "localhost" is not a host name'],
    [{ linkHosts: ['court.localhost'] }, 'linkHosts: "court.localhost" is refused: names like this lead into'],
    [{ linkHosts: ['files.corp'] }, 'linkHosts: "files.corp" is refused: names like this'],
  ])('%j is refused, with the field and the reason', (changes, start) => {
    const problems = problemsOf(changes)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.slice(0, start.length)).toBe(start)
  })

  test('of a confirmation may have only the envelope number, and of an announcement neither', () => {
    const bare = { docketNumberLabels: [], subjectPatterns: ['Filing accepted'] }
    expect(problemsOf({ ...bare, kind: 'confirmation' })).toEqual([])
    expect(problemsOf({ ...bare, kind: 'announcement' })).toEqual([])
    expect(problemsOf({ ...bare, kind: 'filing' })).toHaveLength(1)
  })
})

describe('whether a host may be opened', () => {
  const formats = [
    { name: 'firm: A', linkHosts: ['documents.a.example'] },
    { name: 'firm: B', linkHosts: ['documents.b.example'] },
  ]
  test.each<[string, string, boolean]>([
    ['documents.a.example', 'firm: A', true],
    ['DOCUMENTS.A.EXAMPLE', 'firm: A', true],
    ['documents.b.example', 'firm: A', false],
    ['documents.a.example', 'cmecf-nef', false],
    ['x.documents.a.example', 'firm: A', false],
    ['ecf.cand.uscourts.gov', 'firm: A', true],
    ['ecf.cand.uscourts.gov', 'cmecf-nef', true],
  ])('%s for a notice read by %s: %s', (host, format, expected) => {
    expect(mayOpenHost(host, { format, formats })).toBe(expected)
  })
})
