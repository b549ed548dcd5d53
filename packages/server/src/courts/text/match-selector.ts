import type { AttributeTest, Compound, Pseudo, Selector } from './selectors.ts'

/** An element of a message with what selectors ask about. */
export interface StyledElement {
  name: string
  attributes: ReadonlyMap<string, string>
  parent?: StyledElement
  /** The element before it in the same parent. */
  before?: StyledElement
  /** Its number among its parent's elements, and among those of its name. */
  place: number
  placeOfName: number
}

/** Whether a selector means an element: 0 for no, 1 if only the whole page would show it, 2 for yes. */
type Match = 0 | 1 | 2

/** How many elements may still be compared. Beyond that, only the element itself is, and what is around it may fit. */
export interface Budget {
  steps: number
}

export function matchSelector(selector: Selector, element: StyledElement, budget: Budget): Match {
  budget.steps -= 1
  const own = matchCompound(selector.compound, element, budget)
  const { rest, combinator } = selector
  if (own === 0 || !rest) return own
  if (budget.steps <= 0) return 1
  return least(own, matchAround(rest, { combinator, element, budget }))
}

interface Around {
  combinator: Selector['combinator']
  element: StyledElement
  budget: Budget
}

function matchAround(rest: Selector, { combinator, element, budget }: Around): Match {
  if (combinator === '+') return element.before ? matchSelector(rest, element.before, budget) : 0
  if (combinator === '>') {
    const parent = element.parent ? matchSelector(rest, element.parent, budget) : 0
    return most(parent, isImplied(rest) ? 1 : 0)
  }
  let best: Match = isImplied(rest) ? 1 : 0
  const next = (one: StyledElement) => (combinator === '~' ? one.before : one.parent)
  for (let one = next(element); one && best < 2; one = next(one)) {
    if (budget.steps <= 0) return 1
    best = most(best, matchSelector(rest, one, budget))
  }
  return best
}

/** Elements that are there though no tag says so (HTML standard, 13.2.6.4). */
function isImplied({ compound: { name, ids, classes, attributes, pseudos } }: Selector): boolean {
  const isBare = ids.length === 0 && classes.length === 0 && attributes.length === 0
  if (name === undefined) return pseudos.some((pseudo) => pseudo.name === 'root')
  return isBare && pseudos.length === 0 && /^(?:html|body|tbody)$/.test(name)
}

function least(one: Match, other: Match): Match {
  return one < other ? one : other
}

function most(one: Match, other: Match): Match {
  return one > other ? one : other
}

function matchCompound(compound: Compound, element: StyledElement, budget: Budget): Match {
  const { name, ids, classes, attributes, pseudos } = compound
  if (name !== undefined && name !== element.name) return 0
  const given = (key: string) => (element.attributes.get(key) ?? '').toLowerCase()
  if (!ids.every((id) => id === given('id').trim())) return 0
  if (classes.length > 0) {
    const own = given('class').split(/\s+/)
    if (!classes.every((each) => own.includes(each))) return 0
  }
  if (!attributes.every((test) => hasAttribute(test, element))) return 0
  let result: Match = 2
  for (const pseudo of pseudos) {
    result = least(result, matchPseudo(pseudo, element, budget))
    if (result === 0) return 0
  }
  return result
}

function hasAttribute({ name, operator, value }: AttributeTest, { attributes }: StyledElement): boolean {
  const own = attributes.get(name)?.toLowerCase()
  if (own === undefined) return false
  if (operator === undefined) return true
  if (operator === '=') return own === value
  if (value === '') return false
  if (operator === '~=') return own.split(/\s+/).includes(value)
  if (operator === '|=') return own === value || own.startsWith(`${value}-`)
  if (operator === '^=') return own.startsWith(value)
  return operator === '$=' ? own.endsWith(value) : own.includes(value)
}

/** States that come about only by what a reader does, and an element with words isn't empty. */
const neverAtFirst = /^(?:hover|focus|focus-within|focus-visible|active|visited|target|target-within|empty)$/

function matchPseudo(pseudo: Pseudo, element: StyledElement, budget: Budget): Match {
  const { name, argument, selectors } = pseudo
  const inner = () => selectors.reduce<Match>((best, each) => most(best, matchSelector(each, element, budget)), 0)
  if (name === 'not') return selectors.length === 0 ? 1 : ((2 - inner()) as Match)
  if (/^(?:is|where|matches|-webkit-any|-moz-any)$/.test(name)) return inner()
  if (neverAtFirst.test(name)) return 0
  if (name === 'nth-of-type') return isNth(argument, element.placeOfName)
  if (name === 'nth-child') return selectors.length > 0 ? least(1, inner()) : isNth(argument, element.place)
  const state = states[name]?.(element)
  // Of everything else only the whole page says whether it is so.
  return state === undefined ? 1 : state ? 2 : 0
}

const states: Readonly<Record<string, (element: StyledElement) => boolean>> = {
  checked: ({ attributes }) => attributes.has('checked') || attributes.has('selected'),
  link: ({ attributes }) => attributes.has('href'),
  'any-link': ({ attributes }) => attributes.has('href'),
  root: ({ parent }) => parent === undefined,
  'first-child': ({ place }) => place === 1,
  'first-of-type': ({ placeOfName }) => placeOfName === 1,
}

/** `odd`, `even`, `3`, `2n+1`, `-n+3`. */
function isNth(argument: string, place: number): Match {
  const text = argument
    .replace(/\s+/g, '')
    .replace(/^odd$/, '2n+1')
    .replace(/^even$/, '2n')
  const [, step, sign = '+', start = '0'] = /^(?:([+-]?\d{0,6})n)?(?:([+-]?)(\d{1,6}))?$/.exec(text) ?? []
  if (text === '' || !/^[\d+n-]+$/.test(text)) return 1
  const first = Number(start) * (sign === '-' ? -1 : 1)
  if (step === undefined) return place === first ? 2 : 0
  const every = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  if (every === 0) return place === first ? 2 : 0
  const turns = (place - first) / every
  return Number.isInteger(turns) && turns >= 0 ? 2 : 0
}
