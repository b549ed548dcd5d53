import type { CourtKind } from '../world/make-court.ts'
import type { Behaviour } from './behaviour.ts'

/** The form of a notice: the court's own, plain text, or forwarded by someone at the firm. */
export type Layout = 'court' | 'plain' | 'forward'

/** One behavior of courts with one-time links, shown by a filing. */
export interface Scenario {
  kind: CourtKind
  /** Only in this court. */
  courtId?: string
  isAdversary?: boolean
  /** Additional cases the entry is spread to. */
  spread?: number
  attachments?: number
  /** Number of people at the firm who get a notice; the case's own attorneys when absent. */
  attorneys?: number
  /** Which copies have a token; `last`: only the last one. */
  tokens?: 'all' | 'some' | 'last' | 'none'
  layout?: Layout
  behaviour?: Partial<Behaviour>
  /** Days before now when it was entered. */
  daysAgo?: number
  /** Its relative frequency in a stream with odd filings; 0: only on request. */
  weight: number
}

const district = { kind: 'district', weight: 0 } as const
const bankruptcy = { kind: 'bankruptcy', weight: 0 } as const

const listed = {
  plain: district,
  'many-attachments': { ...district, attachments: 27 },
  'five-attorneys': { ...district, attorneys: 5 },
  'five-attorneys-attachments': { ...district, attorneys: 5, attachments: 3 },
  'five-attorneys-some-tokens': { ...district, attorneys: 5, tokens: 'some', weight: 3 },
  'five-attorneys-last-token': { ...district, attorneys: 5, tokens: 'last' },
  'use-magic': { ...district, behaviour: { confirmsFreeLook: true } },
  'needs-sequence': { ...district, behaviour: { needsSequence: true } },
  'menu-form': { ...district, attachments: 3, behaviour: { menu: 'form' } },
  'menu-table': { ...district, attachments: 3, behaviour: { menu: 'table' } },
  'menu-parts': { ...district, attachments: 3, behaviour: { menu: 'parts' } },
  frame: { ...district, behaviour: { way: 'frame' } },
  redirect: { ...district, behaviour: { way: 'redirect' }, weight: 1 },
  'in-page': { ...district, behaviour: { way: 'in-page' } },
  'short-id': { ...bankruptcy, behaviour: { hasShortIds: true }, weight: 1 },
  'empty-token': { ...district, tokens: 'none' },
  'magic-token': { ...district, spread: 2, weight: 2 },
  expired: { ...district, daysAgo: 16, behaviour: { expiresAfterDays: 15 } },
  'nearly-expired': { ...district, daysAgo: 14, behaviour: { expiresAfterDays: 15 } },
  'sealed-document': { ...district, behaviour: { refusal: 'sealed' }, weight: 1 },
  'sealed-entry': { ...district, attachments: 2, behaviour: { refusal: 'sealedEntry' } },
  'sealed-main': { ...district, attachments: 2, behaviour: { sealed: [0] } },
  'sealed-attachment': { ...district, attachments: 2, behaviour: { sealed: [1] }, weight: 1 },
  'restricted-case': { ...district, behaviour: { refusal: 'restricted' }, weight: 1 },
  'restricted-login': { ...district, behaviour: { refusal: 'login' }, weight: 1 },
  transcript: { ...district, behaviour: { refusal: 'transcript' } },
  'not-available': { ...district, behaviour: { refusal: 'notAvailable' } },
  'client-code': { ...district, behaviour: { refusal: 'clientCode' } },
  price: { ...district, behaviour: { refusal: 'price' } },
  'leads-away': { ...district, behaviour: { refusal: 'away' } },
  slow: { ...district, behaviour: { fault: 'slow' }, weight: 2 },
  'slow-attachments': { ...district, attachments: 27, behaviour: { fault: 'slow' } },
  'server-error': { ...district, behaviour: { fault: 'serverError' }, weight: 1 },
  busy: { ...district, behaviour: { fault: 'busy' }, weight: 1 },
  'cut-off': { ...district, behaviour: { fault: 'cutOff' }, weight: 1 },
  'plain-text': { ...district, layout: 'plain', weight: 2 },
  forward: { ...district, layout: 'forward' },
  bankruptcy,
  'bankruptcy-attachments': { ...bankruptcy, attachments: 3 },
  adversary: { ...bankruptcy, isAdversary: true },
  appellate: { kind: 'appellate', weight: 0 },
  'appellate-attachments': { kind: 'appellate', attachments: 3, weight: 0 },
  acms: { kind: 'acms', weight: 0 },
  'acms-attachments': { kind: 'acms', attachments: 27, weight: 0 },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof listed

/** Every scenario by its name. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = listed

export const scenarioNames = Object.keys(listed) as ScenarioName[]

export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(listed, text)
}

/** Returns the odd filings of a court of this kind, by weight. */
export function oddScenarios(kind: CourtKind): [weight: number, name: ScenarioName][] {
  return scenarioNames.flatMap((name): [number, ScenarioName][] => {
    const { weight, kind: own } = scenarios[name]
    return weight > 0 && own === kind ? [[weight, name]] : []
  })
}
